use std::{iter, sync::OnceLock};

use tokenizers_classic::NormalizerWrapper;
use unicode_normalization_alignments::{IsNormalized, char::canonical_combining_class, is_nfc_quick, is_nfkc_quick};
use unicode_segmentation::UnicodeSegmentation as _;

use super::normalizer::normalize_with;

/// The characters that a normalizer leaves as they are whatever stands beside them, so that between two of them a text can be normalized
/// in two parts.
///
/// A normalizer of 0.23 looks at a character alone, or beyond it in one of three ways: composition and the order of combining marks, grapheme
/// clusters, or a string that it searches for. A character is stable if each member of the normalizer gives it back when it stands alone, and
/// if none of those ways reaches over a border between two stable characters. Which ones they are is asked of the reference's own code and
/// tables, a page at a time when a page is first met, and kept in one bit a character.
pub(super) struct StableChars {
    members: Vec<NormalizerWrapper>,
    pages: Box<[OnceLock<Page>]>,
}

const PAGE_CHARS: u32 = 1024;
const PAGES: usize = (char::MAX as usize + 1) / PAGE_CHARS as usize;
type Page = [u64; PAGE_CHARS as usize / 64];

impl StableChars {
    /// `None` for a normalizer that looks further: that strips the ends of a text, puts something before it, or searches by a regex.
    pub(super) fn of(normalizer: &NormalizerWrapper) -> Option<Self> {
        let mut members = Vec::new();
        collect_members(normalizer, &mut members)?;
        Some(Self { members, pages: iter::repeat_with(OnceLock::new).take(PAGES).collect() })
    }

    pub(super) fn contains(&self, character: char) -> bool {
        let scalar = u32::from(character);
        let page = self.page(scalar / PAGE_CHARS);
        let bit = scalar % PAGE_CHARS;
        page[bit as usize / 64] >> (bit % 64) & 1 == 1
    }

    fn page(&self, number: u32) -> &Page {
        self.pages[number as usize].get_or_init(|| {
            let mut page = [0; PAGE_CHARS as usize / 64];
            for bit in 0..PAGE_CHARS {
                let character = char::from_u32(number * PAGE_CHARS + bit);
                if character.is_some_and(|character| self.members.iter().all(|member| is_stable(member, character))) {
                    page[bit as usize / 64] |= 1 << (bit % 64);
                }
            }
            page
        })
    }
}

/// Appends the normalizers that a sequence consists of, itself for one that is none.
fn collect_members(normalizer: &NormalizerWrapper, members: &mut Vec<NormalizerWrapper>) -> Option<()> {
    match normalizer {
        NormalizerWrapper::Sequence(sequence) => {
            return sequence.as_ref().iter().try_for_each(|member| collect_members(member, members));
        }
        NormalizerWrapper::Replace(_) => searched_text(normalizer).map(drop)?,
        NormalizerWrapper::NFC(_)
        | NormalizerWrapper::NFD(_)
        | NormalizerWrapper::NFKC(_)
        | NormalizerWrapper::NFKD(_)
        | NormalizerWrapper::BertNormalizer(_)
        | NormalizerWrapper::StripAccents(_)
        | NormalizerWrapper::Lowercase(_)
        | NormalizerWrapper::Nmt(_)
        | NormalizerWrapper::Precompiled(_) => {}
        _ => return None,
    }
    members.push(normalizer.clone());
    Some(())
}

fn is_stable(member: &NormalizerWrapper, character: char) -> bool {
    let alone = String::from(character);
    let reaches_no_neighbour = match member {
        NormalizerWrapper::NFC(_) => is_starter(character) && is_nfc_quick(iter::once(character)) == IsNormalized::Yes,
        NormalizerWrapper::NFKC(_) => {
            is_starter(character) && is_nfkc_quick(iter::once(character)) == IsNormalized::Yes
        }
        NormalizerWrapper::NFD(_) | NormalizerWrapper::NFKD(_) | NormalizerWrapper::BertNormalizer(_) => {
            is_starter(character)
        }
        NormalizerWrapper::Precompiled(_) => is_grapheme_beside_any(character),
        // What it finds may hold other characters, but then both sides of the border.
        NormalizerWrapper::Replace(_) => searched_text(member).is_some_and(|text| !text.contains(character)),
        _ => true,
    };
    reaches_no_neighbour && normalize_with(member, &alone).is_ok_and(|normalized| normalized.text == alone)
}

/// Combining marks change places with each other, but not with a starter.
fn is_starter(character: char) -> bool {
    canonical_combining_class(character) == 0
}

/// Whether a grapheme cluster always ends between this character and another one for which this holds. It must be neither a mark, a prefix,
/// a regional indicator nor a part of a Hangul syllable; rules for emoji and Indic conjuncts need a mark in between.
fn is_grapheme_beside_any(character: char) -> bool {
    let neighbours = ['a', character, '\u{1100}', '\u{1161}', '\u{11a8}'];
    let ends = |left: char, right: char| String::from_iter([left, right]).graphemes(true).count() == 2;
    let is_part_of_line_end = matches!(character, '\r' | '\n');
    !is_part_of_line_end && neighbours.into_iter().all(|other| ends(character, other) && ends(other, character))
}

/// The string that a `Replace` searches for, `None` if it searches by a regex or for nothing.
pub(super) fn searched_text(replace: &NormalizerWrapper) -> Option<String> {
    let value = serde_json::to_value(replace).ok()?;
    value["pattern"]["String"].as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use unicode_normalization_alignments::char::decompose_canonical;

    use super::*;

    fn stable_chars(json: &str) -> Option<StableChars> {
        StableChars::of(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn what_can_compose_with_its_left_neighbour_is_not_stable() {
        let nfc = stable_chars(r#"{"type":"NFC"}"#).unwrap();
        let mut composed = 0;
        for character in '\u{80}'..=char::MAX {
            let mut parts = Vec::new();
            decompose_canonical(character, |part| parts.push(part));
            composed += usize::from(parts.len() > 1);
            // Some decompose and are not composed again; those that are not stable themselves say nothing about their parts.
            if nfc.contains(character) {
                assert!(parts.iter().skip(1).all(|&part| !nfc.contains(part)), "{character:?}");
            }
        }
        assert!(composed > 12_000);
        assert!(nfc.contains('a') && nfc.contains('世') && nfc.contains('é') && nfc.contains('한'));
    }

    #[test]
    fn what_looks_further_than_a_character_has_no_stable_ones() {
        for json in [
            r#"{"type":"Strip","strip_left":true,"strip_right":false}"#,
            r#"{"type":"Prepend","prepend":"_"}"#,
            r#"{"type":"Replace","pattern":{"Regex":"a+"},"content":""}"#,
            r#"{"type":"Replace","pattern":{"String":""},"content":""}"#,
            r#"{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Prepend","prepend":"_"}]}"#,
        ] {
            assert!(stable_chars(json).is_none(), "{json}");
        }
        let replace = stable_chars(r#"{"type":"Replace","pattern":{"String":"``"},"content":"\""}"#).unwrap();
        assert!(replace.contains('a') && !replace.contains('`'));
    }

    #[test]
    fn graphemes_end_between_letters_only() {
        assert!(['a', '世', 'я', ' '].into_iter().all(is_grapheme_beside_any));
        assert!(
            ['\u{301}', '\u{200d}', '\u{600}', '\r', '\n', '🇩', '가', '\u{1100}', '\u{93e}']
                .into_iter()
                .all(|c| !is_grapheme_beside_any(c))
        );
    }
}
