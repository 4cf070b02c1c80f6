//! Normalization, by 0.23's own normalizers whichever engine serves the file.
//!
//! rc.3's normalizers carry newer Unicode tables and would give other ids for some code points. 0.23 tracks for every byte
//! where it came from, at sixteen bytes of memory a byte; texts that a normalizer provably leaves alone skip that.

use std::borrow::Cow;

use tokenizers_classic::{NormalizedString, Normalizer as _, NormalizerWrapper, normalizer::Range};

use crate::error::{Error, Result};

/// The normalizer of a tokenizer; one that does nothing when the file has none.
pub(crate) struct Normalizer {
    wrapper: Option<NormalizerWrapper>,
    leaves_ascii: bool,
}

/// A piece of text after normalization.
pub(crate) struct Normalized<'text> {
    pub(crate) text: Cow<'text, str>,
    /// Whether the normalized text begins with what the piece began with. A normalizer that strips leading white space moves the
    /// start, and then a piece that opens the input no longer does for `Metaspace` with `first`.
    pub(crate) keeps_start: bool,
}

impl Normalizer {
    pub(crate) fn new(wrapper: Option<NormalizerWrapper>) -> Self {
        let leaves_ascii = wrapper.as_ref().is_none_or(leaves_ascii);
        Self { wrapper, leaves_ascii }
    }

    pub(crate) fn wrapper(&self) -> Option<&NormalizerWrapper> {
        self.wrapper.as_ref()
    }

    /// Normalizes a piece.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] when the normalizer fails.
    pub(crate) fn normalize<'text>(&self, text: &'text str) -> Result<Normalized<'text>> {
        match &self.wrapper {
            Some(wrapper) if !(self.leaves_ascii && text.is_ascii()) => normalize_with(wrapper, text),
            _ => Ok(Normalized { text: Cow::Borrowed(text), keeps_start: true }),
        }
    }
}

fn normalize_with<'text>(wrapper: &NormalizerWrapper, text: &'text str) -> Result<Normalized<'text>> {
    let mut normalized = NormalizedString::from(text);
    wrapper.normalize(&mut normalized).map_err(Error::encode)?;
    let first = normalized.convert_offsets(Range::Normalized(0..1.min(normalized.get().len())));
    let keeps_start = first.is_none_or(|range| range.start == 0);
    Ok(Normalized { text: Cow::Owned(normalized.get().to_owned()), keeps_start })
}

/// Whether a normalizer gives every ASCII text back unchanged.
fn leaves_ascii(wrapper: &NormalizerWrapper) -> bool {
    match wrapper {
        // ASCII has no decomposition, takes part in no composition and has no combining mark.
        NormalizerWrapper::NFC(_)
        | NormalizerWrapper::NFD(_)
        | NormalizerWrapper::NFKC(_)
        | NormalizerWrapper::NFKD(_)
        | NormalizerWrapper::StripAccents(_) => true,
        NormalizerWrapper::Sequence(sequence) => sequence.as_ref().iter().all(leaves_ascii),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalizer(json: &str) -> Normalizer {
        Normalizer::new(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn ascii_is_borrowed_where_nothing_can_change_it() {
        for json in [
            "null",
            r#"{"type":"NFC"}"#,
            r#"{"type":"Sequence","normalizers":[{"type":"NFKD"},{"type":"StripAccents"}]}"#,
        ] {
            let normalizer = normalizer(json);
            let all: String = (0_u8..128).map(char::from).collect();
            assert!(matches!(normalizer.normalize(&all).unwrap().text, Cow::Borrowed(text) if text == all));
            if let Some(wrapper) = normalizer.wrapper() {
                assert_eq!(normalize_with(wrapper, &all).unwrap().text, all);
            }
        }
        assert_eq!(normalizer(r#"{"type":"Lowercase"}"#).normalize("ABC").unwrap().text, "abc");
    }

    #[test]
    fn a_stripped_start_is_reported() {
        let strip = normalizer(r#"{"type":"Strip","strip_left":true,"strip_right":false}"#);
        assert!(!strip.normalize("  a").unwrap().keeps_start);
        assert!(strip.normalize("a  ").unwrap().keeps_start);
        assert!(strip.normalize("").unwrap().keeps_start);
        let prepend = normalizer(r#"{"type":"Prepend","prepend":"_"}"#);
        assert!(prepend.normalize("a").unwrap().keeps_start);
    }
}
