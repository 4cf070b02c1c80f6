use cached_tokenizer::{CachedTokenizer, CountOptions, DecodeOptions, EncodeOptions, SpecialTokens, UnknownIds};

use crate::reference::Reference;

/// How both sides encode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mode {
    /// Put the template's special tokens around the ids.
    pub add_special_tokens: bool,
    /// Treat special tokens in the text as text.
    pub special_as_text: bool,
}

impl Mode {
    /// All four ways.
    pub const ALL: [Self; 4] = [
        Self { add_special_tokens: false, special_as_text: false },
        Self { add_special_tokens: true, special_as_text: false },
        Self { add_special_tokens: false, special_as_text: true },
        Self { add_special_tokens: true, special_as_text: true },
    ];

    pub(crate) fn options(self) -> EncodeOptions {
        let special_tokens = if self.special_as_text { SpecialTokens::Text } else { SpecialTokens::Match };
        CountOptions { add_special_tokens: self.add_special_tokens, special_tokens }.into()
    }
}

/// Encodes one input with both sides, and decodes the ids. Where the reference fails, ours must fail too.
///
/// # Errors
///
/// What differs, with the input, ready to be pasted into a test.
pub fn compare(
    reference: &mut Reference,
    tokenizer: &CachedTokenizer,
    text: &str,
    pair: Option<&str>,
    mode: Mode,
) -> Result<(), String> {
    let Some(ids) = compare_ids(reference, tokenizer, text, pair, mode)? else { return Ok(()) };
    for skip_special_tokens in [false, true] {
        let expected = reference.decode(&ids, skip_special_tokens)?;
        // As the reference does: a template can add ids that are in no vocabulary.
        let options = DecodeOptions { skip_special_tokens, unknown_ids: UnknownIds::Skip };
        let decoded = tokenizer.decode(&ids, options).map_err(|error| format!("{error}; ids {ids:?}"))?;
        if expected != decoded {
            return Err(format!("expected decoded {expected:?}, got {decoded:?}; ids {ids:?}"));
        }
    }
    Ok(())
}

/// Encodes one input with both sides: the ids when they agree, `None` when both fail.
///
/// # Errors
///
/// What differs, with the input.
pub fn compare_ids(
    reference: &mut Reference,
    tokenizer: &CachedTokenizer,
    text: &str,
    pair: Option<&str>,
    mode: Mode,
) -> Result<Option<Vec<u32>>, String> {
    let input = || format!("text {text:?} pair {pair:?} {mode:?}");
    match (reference.encode(text, pair, mode), tokenizer.encode(text, pair, &mode.options())) {
        (Ok(expected), Ok(actual)) if expected == actual.ids => Ok(Some(actual.ids)),
        (Ok(expected), Ok(actual)) => Err(format!("expected ids {expected:?}, got {:?}; {}", actual.ids, input())),
        (Err(_), Err(_)) => Ok(None),
        (Ok(expected), Err(error)) => Err(format!("expected ids {expected:?}, got error {error}; {}", input())),
        (Err(error), Ok(actual)) => Err(format!("expected error {error}, got ids {:?}; {}", actual.ids, input())),
    }
}
