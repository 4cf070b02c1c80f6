use std::sync::Arc;

use tokenizers::pipeline::Span;
use tokenizers_classic::Token;

use super::{
    bridges::Bridges,
    common_chars::CharIds,
    merge::{MergeScratch, merge},
    merges_json::read_merges,
    pair_table::{Merge, PairTable},
    requirements::require_plain_bpe,
};
use crate::{
    definition::ModelParts,
    engines::{EngineKind, ModelDetails, refusal::Refusal, word_engine::WordModel},
    error::{Error, Result},
    vocabulary::TextVocabulary,
};

/// BPE on characters: a word's symbols are its characters. One without a token becomes byte tokens, or unknown.
pub(crate) struct CharBpe {
    vocabulary: Arc<TextVocabulary>,
    chars: CharIds,
    pairs: PairTable,
    bridges: Bridges,
    unknown: Unknown,
    /// Whether byte tokens take part in merges, as no file is known to have it.
    merges_bytes: bool,
    ignores_merges: bool,
}

/// What becomes of a character without a token.
struct Unknown {
    /// The tokens of bytes, by byte, when the model falls back to them.
    byte_ids: Option<Box<[Option<u32>; 256]>>,
    token: Option<UnknownToken>,
    /// Unknown characters side by side become one token.
    fuses: bool,
}

/// The unknown token as the file names it; its id is looked for only when it is needed, and missing only then.
struct UnknownToken {
    text: String,
    id: Option<u32>,
}

/// Working buffers of a word.
#[derive(Default)]
pub(crate) struct CharBpeScratch {
    symbols: Vec<u32>,
    merge: MergeScratch,
}

impl CharBpe {
    /// Reads a model, or says why it is not for this engine. Files that 0.23 refuses are among those.
    pub(crate) fn new(model: &ModelParts<'_>) -> Result<Self, Refusal> {
        require_plain_bpe(model)?;
        let vocabulary = TextVocabulary::parse_map(model.vocab_json())?;
        let mut product = String::new();
        let merges = read_merges(model.merges_json(), |left, right| {
            product.clear();
            product.push_str(left);
            product.push_str(right);
            Some(Merge {
                left: vocabulary.token_to_id(left)?,
                right: vocabulary.token_to_id(right)?,
                product: vocabulary.token_to_id(&product)?,
            })
        })?;
        let unknown = Unknown::of(model, &vocabulary);
        Ok(Self {
            merges_bytes: merges.iter().any(|merge| unknown.is_byte(merge.left) || unknown.is_byte(merge.right)),
            chars: CharIds::new(vocabulary.iter().filter_map(|(token, id)| Some((only_char(token)?, id)))),
            pairs: PairTable::new(&merges)?,
            bridges: Bridges::of(vocabulary.iter().map(|(token, _)| token)),
            unknown,
            ignores_merges: model.ignores_merges(),
            vocabulary: Arc::new(vocabulary),
        })
    }

    /// The vocabulary, to be shared.
    pub(crate) fn vocabulary(&self) -> &Arc<TextVocabulary> {
        &self.vocabulary
    }

    fn spelled(&self, id: u32) -> &str {
        self.vocabulary.id_to_token(id).unwrap_or_default()
    }

    /// The number of merges.
    pub(crate) fn merge_count(&self) -> usize {
        self.pairs.len()
    }

    /// Calls `push` with the symbols of a word before any merge, each with the bytes of the word that it stands for.
    fn find_symbols(&self, word: &str, mut push: impl FnMut(u32, usize)) -> Result<()> {
        let mut pending: Option<(u32, usize)> = None;
        for character in word.chars() {
            let length = character.len_utf8();
            if let Some(id) = self.chars.get(character) {
                if let Some((unknown, length)) = pending.take() {
                    push(unknown, length);
                }
                push(id, length);
            } else if let Some(bytes) = self.unknown.bytes_of(character) {
                bytes.into_iter().flatten().for_each(|id| push(id, 1));
            } else if let Some(id) = self.unknown.id()? {
                // An unknown token waits for the next known character, so byte tokens overtake it; 0.23 does the same.
                pending = match pending {
                    Some((unknown, before)) if self.unknown.fuses => Some((unknown, before + length)),
                    Some((unknown, before)) => {
                        push(unknown, before);
                        Some((id, length))
                    }
                    None => Some((id, length)),
                };
            }
        }
        if let Some((unknown, length)) = pending {
            push(unknown, length);
        }
        Ok(())
    }
}

impl Unknown {
    fn of(model: &ModelParts<'_>, vocabulary: &TextVocabulary) -> Self {
        let byte_id = |byte: usize| vocabulary.token_to_id(&format!("<0x{byte:02X}>"));
        Self {
            byte_ids: model.falls_back_to_bytes().then(|| Box::new(std::array::from_fn(byte_id))),
            token: model
                .unknown_token()
                .map(|text| UnknownToken { text: text.to_owned(), id: vocabulary.token_to_id(text) }),
            fuses: model.fuses_unknown(),
        }
    }

    /// The byte tokens of a character, if the model has all of them.
    fn bytes_of(&self, character: char) -> Option<[Option<u32>; 4]> {
        let byte_ids = self.byte_ids.as_ref()?;
        let mut ids = [None; 4];
        for (id, byte) in ids.iter_mut().zip(character.encode_utf8(&mut [0; 4]).bytes()) {
            *id = Some(byte_ids[usize::from(byte)]?);
        }
        Some(ids)
    }

    fn is_byte(&self, id: u32) -> bool {
        self.byte_ids.iter().flat_map(|ids| ids.iter()).any(|&byte| byte == Some(id))
    }

    /// The unknown token's id; `None` when the model names none, and the character vanishes.
    fn id(&self) -> Result<Option<u32>> {
        let Some(token) = &self.token else { return Ok(None) };
        let missing = || Error::encode(format!("the unknown token {:?} is not in the vocabulary", token.text));
        token.id.map(Some).ok_or_else(missing)
    }
}

impl WordModel for CharBpe {
    type Scratch = CharBpeScratch;

    const KIND: EngineKind = EngineKind::CharBpe;

    fn encode_word(&self, word: &str, scratch: &mut CharBpeScratch, out: &mut Vec<u32>) -> Result<()> {
        if self.ignores_merges
            && let Some(id) = self.vocabulary.token_to_id(word)
        {
            out.push(id);
            return Ok(());
        }
        let CharBpeScratch { symbols, merge: buffers } = scratch;
        symbols.clear();
        self.find_symbols(word, |id, _| symbols.push(id))?;
        merge(&self.pairs, symbols, buffers)?;
        out.extend_from_slice(symbols);
        Ok(())
    }

    fn details(&self) -> ModelDetails<'_> {
        ModelDetails::Merges(self.pairs.pairs())
    }

    /// Behind a known character no unknown one waits for its place, so that the symbols of both sides are those of the whole. They are then
    /// merged apart where no token holds both characters, or where the one on the right becomes byte tokens and those take part in no merge.
    fn encodes_apart(&self, left: char, right: char) -> bool {
        let becomes_bytes = || !self.merges_bytes && self.unknown.bytes_of(right).is_some();
        let is_known = |character| self.chars.get(character).is_some();
        !self.ignores_merges
            && is_known(left)
            && if is_known(right) { !self.bridges.joins(left, right) } else { becomes_bytes() }
    }

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        if self.ignores_merges
            && let Some(id) = self.vocabulary.token_to_id(word)
        {
            return Ok(vec![Token::new(id, word.to_owned(), (0, word.len()))]);
        }
        let mut ids = Vec::new();
        self.encode_word(word, &mut CharBpeScratch::default(), &mut ids)?;
        let mut symbols = Vec::new();
        self.find_symbols(word, |id, length| symbols.push((self.spelled(id).len(), length)))?;
        let mut symbols = symbols.into_iter();
        let mut start = 0;
        let token = |id: u32| {
            // A token is spelled as the symbols that were merged to it, one behind the other.
            let (mut spelled, mut end) = (0, start);
            while spelled < self.spelled(id).len() {
                let Some((letters, length)) = symbols.next() else { break };
                spelled += letters;
                end += length;
            }
            let token = Token::new(id, self.spelled(id).to_owned(), (start, end));
            start = end;
            token
        };
        Ok(ids.into_iter().map(token).collect())
    }

    fn cut(&self, text: &str, word: Span, parts: &mut Vec<Span>) {
        let mut start = word.start;
        let mut before = None;
        let characters = text.get(word.range()).unwrap_or_default().char_indices();
        // A word is shorter than 4 GiB, as its span holds 32-bit offsets.
        for (offset, character) in
            characters.filter_map(|(offset, character)| Some((u32::try_from(offset).ok()?, character)))
        {
            let is_known = self.chars.get(character).is_some();
            if let Some((left, true)) = before
                && is_known
                && !self.bridges.joins(left, character)
            {
                let end = word.start + offset;
                parts.push(Span { start, end });
                start = end;
            }
            before = Some((character, is_known));
        }
        parts.push(Span { start, end: word.end });
    }

    fn cuts(&self) -> bool {
        // A part could be a token as a whole where the whole word is none, and would then be taken without its merges.
        !self.ignores_merges
    }
}

fn only_char(token: &str) -> Option<char> {
    let mut characters = token.chars();
    characters.next().filter(|_| characters.as_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(fields: &str) -> CharBpe {
        let json = format!(
            r#"{{"type":"BPE","vocab":{{"?":0,"a":1,"b":2,"ab":3,"<0xC3>":4,"<0xA9>":5,"▁":6}},"merges":["a b"],{fields}}}"#
        );
        CharBpe::new(&ModelParts::parse(&json).unwrap()).unwrap()
    }

    fn ids(model: &CharBpe, word: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        model.encode_word(word, &mut CharBpeScratch::default(), &mut ids).unwrap();
        ids
    }

    #[test]
    fn unknown_characters_become_bytes_or_unknown_or_nothing() {
        let bytes = model(r#""unk_token":"?","byte_fallback":true,"fuse_unk":true"#);
        assert_eq!(ids(&bytes, "abé"), [3, 4, 5]);
        assert_eq!(ids(&bytes, "axxb"), [1, 0, 2]);
        // The unknown token waits for a known character, and the bytes overtake it.
        assert_eq!(ids(&bytes, "xéa"), [4, 5, 0, 1]);
        assert_eq!(ids(&model(r#""unk_token":"?""#), "axxb"), [1, 0, 0, 2]);
        assert_eq!(ids(&model(r#""unk_token":null"#), "axb"), [3]);
        let missing = model(r#""unk_token":"!""#);
        assert!(missing.encode_word("x", &mut CharBpeScratch::default(), &mut Vec::new()).is_err());
    }

    #[test]
    fn cuts_only_between_known_characters_that_no_token_joins() {
        let model = model(r#""unk_token":"?""#);
        let parts = |text: &str| {
            let mut parts = Vec::new();
            let end = u32::try_from(text.len()).unwrap();
            model.cut(text, Span { start: 0, end }, &mut parts);
            parts.into_iter().map(|part| text[part.range()].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(parts("ab▁ab"), ["ab", "▁", "ab"]);
        assert_eq!(parts("baxab"), ["b", "axab"]);
    }
}
