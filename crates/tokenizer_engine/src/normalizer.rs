//! Normalization, by 0.23's own normalizers whichever engine serves the file.
//!
//! rc.3's normalizers carry newer Unicode tables and would give other ids for some code points. 0.23 tracks for every byte
//! where it came from, at sixteen bytes of memory a byte; texts that a normalizer provably leaves alone skip that, and so do plain
//! replacements of one string by another.

use std::borrow::Cow;

use serde_json::Value;
use tokenizers_classic::{NormalizedString, Normalizer as _, NormalizerWrapper, normalizer::Range};

use crate::{
    error::{Error, Result},
    reference_panic::catch_panic,
};

/// The normalizer of a tokenizer; one that does nothing when the file has none.
pub(crate) struct Normalizer {
    wrapper: Option<NormalizerWrapper>,
    leaves_ascii: bool,
    /// The same as `wrapper` where that only rewrites strings, as SentencePiece's does for spaces.
    rewrites: Option<Vec<Rewrite>>,
}

/// What needs no table and no memory of where a byte came from. None of them takes anything away at the start of a text.
#[derive(Debug, PartialEq, Eq)]
enum Rewrite {
    /// Put this before a text that is not empty.
    Prepend(String),
    /// Replace one character by a string that is not empty.
    Replace { from: String, to: String },
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
        let rewrites = wrapper.as_ref().and_then(|wrapper| rewrites_of(&serde_json::to_value(wrapper).ok()?));
        Self { wrapper, leaves_ascii, rewrites }
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
        if let Some(rewrites) = &self.rewrites {
            let rewritten = rewrites.iter().fold(Cow::Borrowed(text), |text, rewrite| rewrite.apply(text));
            return Ok(Normalized { text: rewritten, keeps_start: true });
        }
        match &self.wrapper {
            Some(wrapper) if !(self.leaves_ascii && text.is_ascii()) => normalize_with(wrapper, text),
            _ => Ok(Normalized { text: Cow::Borrowed(text), keeps_start: true }),
        }
    }
}

impl Rewrite {
    fn apply<'text>(&self, text: Cow<'text, str>) -> Cow<'text, str> {
        match self {
            Self::Prepend(_) if text.is_empty() => text,
            Self::Prepend(start) => Cow::Owned(format!("{start}{text}")),
            Self::Replace { from, to } if text.contains(from.as_str()) => Cow::Owned(text.replace(from.as_str(), to)),
            Self::Replace { .. } => text,
        }
    }
}

/// The rewrites that a normalizer consists of, if it consists of nothing else.
fn rewrites_of(normalizer: &Value) -> Option<Vec<Rewrite>> {
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    match normalizer.get("type")?.as_str()? {
        "Prepend" => Some(vec![Rewrite::Prepend(text(normalizer.get("prepend")?)?)]),
        "Replace" => {
            let from = text(normalizer.get("pattern")?.get("String")?)?;
            let to = text(normalizer.get("content")?)?;
            // Replacing several characters at the start of a text moves the start in 0.23's books, and then `Metaspace` no longer
            // takes the text for the one that opens the input.
            (from.chars().count() == 1).then(|| vec![Rewrite::Replace { from, to }])
        }
        "Sequence" => {
            let members: Option<Vec<_>> = normalizer.get("normalizers")?.as_array()?.iter().map(rewrites_of).collect();
            members.map(|members| members.into_iter().flatten().collect())
        }
        _ => None,
    }
}

fn normalize_with<'text>(wrapper: &NormalizerWrapper, text: &'text str) -> Result<Normalized<'text>> {
    // A damaged character map of a `Precompiled` normalizer, for one, makes it panic.
    catch_panic(Error::encode, || {
        let mut normalized = NormalizedString::from(text);
        wrapper.normalize(&mut normalized).map_err(Error::encode)?;
        let first = normalized.convert_offsets(Range::Normalized(0..1.min(normalized.get().len())));
        let keeps_start = first.is_none_or(|range| range.start == 0);
        Ok(Normalized { text: Cow::Owned(normalized.get().to_owned()), keeps_start })
    })
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
    fn rewrites_give_what_the_reference_gives() {
        for json in [
            r#"{"type":"Prepend","prepend":"▁"}"#,
            r#"{"type":"Replace","pattern":{"String":" "},"content":"▁"}"#,
            r#"{"type":"Replace","pattern":{"String":"."},"content":"▁"}"#,
            r#"{"type":"Replace","pattern":{"String":"a"},"content":"é"}"#,
            r#"{"type":"Sequence","normalizers":[{"type":"Prepend","prepend":"▁"},{"type":"Replace","pattern":{"String":" "},"content":"▁"}]}"#,
        ] {
            let normalizer = normalizer(json);
            assert!(normalizer.rewrites.is_some(), "{json}");
            for text in ["", " ", "a b", "  aaaaa.*", "é ▁ 😀", "aaa"] {
                let expected = normalize_with(normalizer.wrapper().unwrap(), text).unwrap();
                let actual = normalizer.normalize(text).unwrap();
                assert_eq!((actual.text, actual.keeps_start), (expected.text, expected.keeps_start), "{json} {text:?}");
            }
        }
        for json in [
            r#"{"type":"Replace","pattern":{"Regex":" "},"content":"▁"}"#,
            r#"{"type":"Replace","pattern":{"String":"aa"},"content":"a"}"#,
            r#"{"type":"Replace","pattern":{"String":" "},"content":""}"#,
        ] {
            assert!(normalizer(json).rewrites.is_none(), "{json}");
        }
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
