use std::{borrow::Cow, sync::OnceLock};

use tokenizers_classic::{NormalizedString, Normalizer as _, NormalizerWrapper, normalizer::Range};

use super::{
    islands::Islands,
    rewrite::{Rewrite, rewrites_of},
    sides::Sides,
    stable_chars::StableChars,
};
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
    /// Where it can be applied to parts of a text.
    stable: Option<StableChars>,
    /// Made when the first text is to be cut.
    sides: OnceLock<Sides>,
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
        let stable = wrapper.as_ref().and_then(StableChars::of);
        Self { wrapper, leaves_ascii, rewrites, stable, sides: OnceLock::new() }
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
            return Ok(rewritten(rewrites.iter(), text));
        }
        match (&self.wrapper, &self.stable) {
            (None, _) => Ok(unchanged(text)),
            _ if self.leaves_ascii && text.is_ascii() => Ok(unchanged(text)),
            (Some(wrapper), Some(stable)) => normalize_islands(wrapper, stable, text),
            (Some(wrapper), None) => normalize_with(wrapper, text),
        }
    }

    /// Normalizes the part of a piece behind a place where it can be cut: nothing is put before it.
    ///
    /// # Errors
    ///
    /// As [`Self::normalize`].
    pub(crate) fn normalize_on<'text>(&self, text: &'text str) -> Result<Normalized<'text>> {
        match &self.rewrites {
            Some(rewrites) => Ok(rewritten(rewrites.iter().filter(|rewrite| !rewrite.is_prepend()), text)),
            None => self.normalize(text),
        }
    }

    /// The characters that meet at a border between two characters, if the normalizer works on both sides of it apart. That holds where
    /// [`Self::works_apart`] does too.
    pub(crate) fn sides(&self, left: char, right: char) -> Option<(char, char)> {
        self.made_sides().meeting(self.stable.as_ref(), left, right)
    }

    /// Whether what stands further on either side of a border in a text leaves the characters there alone.
    pub(crate) fn works_apart(&self, text: &str, at: usize) -> bool {
        self.made_sides().is_out_of_reach(self.stable.as_ref(), text, at)
    }

    /// Whether a text is normalized without a call of the reference.
    pub(crate) fn is_prompt(&self, text: &str) -> bool {
        self.wrapper.is_none() || self.rewrites.is_some() || self.leaves_ascii && text.is_ascii()
    }

    /// Whether something is put before each piece.
    pub(crate) fn prepends(&self) -> bool {
        self.rewrites.as_ref().is_some_and(|rewrites| rewrites.iter().any(Rewrite::is_prepend))
    }

    fn made_sides(&self) -> &Sides {
        self.sides.get_or_init(|| Sides::of(self.wrapper.as_ref(), self.rewrites.as_ref()))
    }

    /// Normalizes a string that remembers where its bytes came from.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] when the normalizer fails.
    pub(crate) fn normalize_tracked(&self, text: &mut NormalizedString) -> Result<()> {
        self.wrapper.as_ref().map_or(Ok(()), |wrapper| wrapper.normalize(text).map_err(Error::encode))
    }
}

fn rewritten<'rewrites, 'text>(
    rewrites: impl Iterator<Item = &'rewrites Rewrite>,
    text: &'text str,
) -> Normalized<'text> {
    let text = rewrites.fold(Cow::Borrowed(text), |text, rewrite| rewrite.apply(text));
    Normalized { text, keeps_start: true }
}

fn unchanged(text: &str) -> Normalized<'_> {
    Normalized { text: Cow::Borrowed(text), keeps_start: true }
}

fn normalize_islands<'text>(
    wrapper: &NormalizerWrapper,
    stable: &StableChars,
    text: &'text str,
) -> Result<Normalized<'text>> {
    let mut out = String::new();
    let mut keeps_start = true;
    let mut copied = 0;
    for island in Islands::new(text, stable) {
        let is_first = island.start == 0;
        let normalized = normalize_with(wrapper, &text[island.clone()])?;
        if is_first {
            keeps_start = normalized.keeps_start && !normalized.text.is_empty();
        }
        out.push_str(&text[copied..island.start]);
        out.push_str(&normalized.text);
        copied = island.end;
    }
    if copied == 0 {
        return Ok(unchanged(text));
    }
    out.push_str(&text[copied..]);
    Ok(Normalized { text: Cow::Owned(out), keeps_start })
}

pub(super) fn normalize_with<'text>(wrapper: &NormalizerWrapper, text: &'text str) -> Result<Normalized<'text>> {
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
    use std::sync::LazyLock;

    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn islands_give_what_the_whole_text_gives(text in prop::collection::vec(prop::sample::select(CHARS), 0..24)) {
            let text = String::from_iter(text);
            for (json, normalizer) in ISLANDERS.iter().zip(&*NORMALIZERS) {
                prop_assert!(normalizer.stable.is_some() && normalizer.rewrites.is_none(), "{}", json);
                let expected = normalize_with(normalizer.wrapper().unwrap(), &text).unwrap();
                let actual = normalizer.normalize(&text).unwrap();
                prop_assert_eq!(&actual.text, &expected.text, "{} {:?}", json, text);
                if !text.is_empty() && !actual.text.is_empty() {
                    prop_assert_eq!(actual.keeps_start, expected.keeps_start, "{} {:?}", json, text);
                }
            }
        }
    }

    /// Built once, as each finds its stable characters anew.
    static NORMALIZERS: LazyLock<Vec<Normalizer>> =
        LazyLock::new(|| ISLANDERS.iter().map(|json| normalizer(json)).collect());

    /// Letters and what composes, reorders, decomposes, expands, joins graphemes or is taken away.
    const CHARS: &[char] = &[
        'a',
        'e',
        'E',
        'x',
        ' ',
        '`',
        '\'',
        '1',
        'é',
        'ß',
        'İ',
        'ﬁ',
        '½',
        'Σ',
        '世',
        '界',
        '가',
        '한',
        '\u{1100}',
        '\u{1161}',
        '\u{11a8}',
        '\u{301}',
        '\u{323}',
        '\u{327}',
        '\u{345}',
        '\u{5b0}',
        '\u{94d}',
        '\u{93e}',
        '\u{e33}',
        '\u{9be}',
        '\u{9c7}',
        '\u{2126}',
        '\u{212b}',
        '\u{f900}',
        '\u{200d}',
        '\u{200b}',
        '\u{feff}',
        '\u{fffd}',
        '\u{600}',
        '\u{ad}',
        '\u{0}',
        '\u{7f}',
        '\u{85}',
        '\t',
        '\r',
        '\n',
        '\u{3000}',
        '😀',
        '🇩',
        '🇪',
        '\u{1d165}',
        '\u{8d3}',
    ];

    const ISLANDERS: &[&str] = &[
        r#"{"type":"NFC"}"#,
        r#"{"type":"NFD"}"#,
        r#"{"type":"NFKC"}"#,
        r#"{"type":"NFKD"}"#,
        r#"{"type":"StripAccents"}"#,
        r#"{"type":"Lowercase"}"#,
        r#"{"type":"Nmt"}"#,
        r#"{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true}"#,
        r#"{"type":"BertNormalizer","clean_text":false,"handle_chinese_chars":false,"strip_accents":true,"lowercase":false}"#,
        r#"{"type":"Replace","pattern":{"String":"``"},"content":"\""}"#,
        r#"{"type":"Sequence","normalizers":[{"type":"NFKD"},{"type":"Lowercase"},{"type":"StripAccents"},{"type":"NFC"}]}"#,
        r#"{"type":"Sequence","normalizers":[{"type":"Replace","pattern":{"String":"''"},"content":"\""},{"type":"NFKC"}]}"#,
    ];

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
