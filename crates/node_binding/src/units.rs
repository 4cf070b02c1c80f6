use cached_tokenizer::{Encoding, TokenOffset};

use crate::native_encoding::MeasuredEncoding;

/// The units in which JavaScript measures an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Of a string.
    Utf16,
    /// Of a `Uint8Array`.
    Byte,
}

impl Unit {
    /// How long a text is to its caller.
    pub(crate) fn length(self, text: &str) -> usize {
        match self {
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
            Self::Byte => text.len(),
        }
    }
}

/// Turns offsets in bytes of UTF-8 into the units of the input.
///
/// Every so many bytes of the text it is known how many UTF-16 units came before, so that one offset costs a look at a few bytes.
pub(crate) struct Ruler<'text> {
    text: &'text [u8],
    /// Nothing for a text in which both are the same.
    before: Option<Vec<u32>>,
}

const STEP: usize = 64;

impl<'text> Ruler<'text> {
    pub(crate) fn new(text: &'text str, unit: Unit) -> Self {
        let text = text.as_bytes();
        if unit == Unit::Byte || text.is_ascii() {
            return Self { text, before: None };
        }
        let mut units = 0;
        let before = text.chunks(STEP).map(|chunk| {
            let start = units;
            units += units_in(chunk);
            start
        });
        Self { text, before: Some(before.collect()) }
    }

    /// For an encoding without offsets.
    pub(crate) fn none() -> Self {
        Self { text: &[], before: None }
    }

    /// The units before a byte of the text, or before its end.
    fn position(&self, byte: u32) -> u32 {
        let Some(before) = &self.before else { return byte };
        let byte = (byte as usize).min(self.text.len());
        let step = (byte / STEP).min(before.len() - 1);
        before[step] + units_in(&self.text[step * STEP..byte])
    }
}

/// The UTF-16 units that begin in these bytes: one for each character, and one more for those of four bytes.
fn units_in(bytes: &[u8]) -> u32 {
    let units: usize = bytes.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum();
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// Measures the offsets of an encoding, those of each text by its own ruler.
pub(crate) fn measured(mut encoding: Encoding, first: &Ruler<'_>, second: Option<&Ruler<'_>>) -> MeasuredEncoding {
    let position = |offset: &TokenOffset| {
        let ruler = if offset.is_of_second { second.unwrap_or(first) } else { first };
        [ruler.position(offset.range.start), ruler.position(offset.range.end)]
    };
    let offsets = encoding.offsets.take().map(|offsets| offsets.iter().flat_map(position).collect());
    let overflowing = encoding.overflowing.take();
    let overflowing = overflowing.map(|parts| parts.into_iter().map(|part| measured(part, first, second)).collect());
    MeasuredEncoding { encoding, offsets, overflowing }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_utf16_units_at_every_character() {
        let text = "a\u{e9}\u{4e16}\u{1f600}\u{fffd}\r\n".repeat(20);
        let ruler = Ruler::new(&text, Unit::Utf16);
        let mut units = 0;
        for (byte, character) in text.char_indices() {
            assert_eq!(ruler.position(u32::try_from(byte).unwrap()), units, "byte {byte}");
            units += u32::try_from(character.len_utf16()).unwrap();
        }
        assert_eq!(ruler.position(u32::try_from(text.len()).unwrap()), units);
        let bytes = Ruler::new(&text, Unit::Byte);
        assert_eq!(bytes.position(7), 7);
        assert_eq!(Ruler::new("", Unit::Utf16).position(0), 0);
    }
}
