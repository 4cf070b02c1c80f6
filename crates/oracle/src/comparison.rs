use cached_tokenizer::{CachedTokenizer, DecodeOptions, EncodeOptions, SpecialTokens};

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

    fn options(self) -> EncodeOptions {
        let special_tokens = if self.special_as_text { SpecialTokens::Text } else { SpecialTokens::Match };
        EncodeOptions { add_special_tokens: self.add_special_tokens, special_tokens }
    }
}

/// Encodes one input with both sides, counts it, and decodes its ids. Where the reference fails, ours must fail too.
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
    let expected = reference.encode(text, pair, mode);
    let actual = tokenizer.encode(text, pair, mode.options());
    let input = || format!("text {text:?} pair {pair:?} {mode:?}");
    let (expected, actual) = match (expected, actual) {
        (Ok(expected), Ok(actual)) => (expected, actual.ids),
        (Err(_), Err(_)) => return Ok(()),
        (Ok(expected), Err(error)) => return Err(format!("expected ids {expected:?}, got error {error}; {}", input())),
        (Err(error), Ok(actual)) => {
            return Err(format!("expected error {error}, got ids {:?}; {}", actual.ids, input()));
        }
    };
    if expected != actual {
        return Err(format!("expected ids {expected:?}, got {actual:?}; {}", input()));
    }
    for skip_special_tokens in [false, true] {
        let expected = reference.decode(&actual, skip_special_tokens)?;
        let options = DecodeOptions { skip_special_tokens, ..DecodeOptions::default() };
        let decoded = tokenizer.decode(&actual, options).map_err(|error| format!("{error}; {}", input()))?;
        if expected != decoded {
            return Err(format!("expected decoded {expected:?}, got {decoded:?}; ids {actual:?}"));
        }
    }
    Ok(())
}
