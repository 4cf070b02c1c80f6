//! Characters that every version of Unicode, and every pre-tokenizer, takes for the same kind. Cuts are proved for these only: what a table of
//! another version could see differently is in none of the lists.

/// Letters beyond ASCII: blocks, or parts of blocks, that hold nothing but letters.
const LETTERS: &[(char, char)] = &[
    ('À', 'Ö'),
    ('Ø', 'ö'),
    ('ø', 'ſ'),
    ('Α', 'Ρ'),
    ('Σ', 'Ω'),
    ('α', 'ω'),
    ('Ѐ', 'ҁ'),
    ('א', 'ת'),
    ('ء', 'غ'),
    ('ف', 'ي'),
    ('अ', 'ह'),
    ('ก', 'ะ'),
    ('ぁ', 'ゖ'),
    ('ァ', 'ヺ'),
    ('一', '龥'),
    ('가', '힣'),
];

/// Punctuation beyond ASCII that ends sentences and clauses or encloses them.
const MARKS: &[char] = &[
    '、', '。', '〈', '〉', '《', '》', '「', '」', '『', '』', '【', '】', '！', '（', '）', '，', '：', '；', '？',
    '“', '”', '…', '—', '،', '؟', '।',
];

/// A letter, or an ASCII digit.
pub(super) fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || !character.is_ascii() && LETTERS.iter().any(|&(first, last)| (first..=last).contains(&character))
}

/// Punctuation or, in ASCII, a symbol.
pub(super) fn is_mark(character: char) -> bool {
    character.is_ascii_punctuation() || MARKS.contains(&character)
}

/// The white space that text is full of.
pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

/// Whether it is of a kind at all.
pub(super) fn is_known(character: char) -> bool {
    is_word(character) || is_mark(character) || is_space(character)
}

#[cfg(test)]
mod tests {
    use tokenizers_classic::{
        OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _, PreTokenizerWrapper,
    };

    use super::*;

    /// The pieces that 0.23 splits a text into by a regex.
    fn pieces(regex: &str, text: &str) -> Vec<String> {
        let json = serde_json::json!({ "type": "Split", "pattern": { "Regex": regex }, "behavior": "Isolated", "invert": false });
        let split: PreTokenizerWrapper = serde_json::from_value(json).unwrap();
        let mut pieces = PreTokenizedString::from(text);
        split.pre_tokenize(&mut pieces).unwrap();
        let splits = pieces.get_splits(OffsetReferential::Original, OffsetType::Byte);
        splits.into_iter().map(|(piece, _, _)| piece.to_owned()).collect()
    }

    #[test]
    fn the_kinds_are_those_of_the_reference() {
        let all: Vec<char> = ('\0'..=char::MAX).filter(|&character| is_known(character)).collect();
        let of = |kind: fn(char) -> bool| -> String { all.iter().copied().filter(|&c| kind(c)).collect() };
        let (words, marks, spaces) = (of(is_word), of(is_mark), of(is_space));
        assert_eq!(pieces(r"[\p{L}\p{N}]+", &words), [words.as_str()]);
        assert_eq!(pieces(r"[\p{P}\p{S}]+", &marks), [marks.as_str()]);
        assert_eq!(pieces(r"\s+", &spaces), [spaces.as_str()]);
        assert!(pieces(r"[\s\p{P}\p{S}\p{M}]", &words).len() == 1 && pieces(r"[\s\p{L}\p{N}\p{M}]", &marks).len() == 1);
        assert!(words.chars().count() > 32_000 && marks.chars().count() == 32 + MARKS.len());
    }

    #[test]
    fn no_character_is_of_two_kinds() {
        for character in ('\0'..=char::MAX).filter(|&character| is_known(character)) {
            let kinds = [is_word(character), is_mark(character), is_space(character)];
            assert_eq!(kinds.into_iter().filter(|&kind| kind).count(), 1, "{character:?}");
        }
    }
}
