use encoding_rs::mem::convert_utf16_to_str_partial;

use crate::{buffers::Utf8Buffer, error::Outcome};

/// A UTF-16 unit becomes at most this many bytes of UTF-8.
const MAX_BYTES_PER_UNIT: usize = 3;
/// The transcoder stops early when the rest of the buffer could not hold its largest unit.
const SPARE: usize = MAX_BYTES_PER_UNIT + 1;

/// Turns UTF-16 into UTF-8; lone surrogates become U+FFFD.
///
/// The output first gets room for one byte a unit, which is all that ASCII needs, and grows to the worst case of what is left only
/// when that runs out: reserving the worst case at once would triple the memory of most texts.
pub(crate) fn utf8_from_utf16(units: &[u16]) -> Outcome<Utf8Buffer> {
    let mut text = Utf8Buffer::with_room(units.len().saturating_add(SPARE))?;
    let mut read = 0;
    loop {
        let (units_read, bytes_written) = convert_utf16_to_str_partial(&units[read..], text.rest());
        read += units_read;
        text.add(bytes_written);
        if read == units.len() {
            return Ok(text);
        }
        let rest = (units.len() - read).saturating_mul(MAX_BYTES_PER_UNIT);
        let length = text.len().saturating_add(rest).saturating_add(SPARE);
        text.grow(length)?;
    }
}
