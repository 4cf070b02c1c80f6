use cached_tokenizer::Error;
use encoding_rs::mem::convert_utf16_to_utf8_partial;

use crate::error::Outcome;

/// A UTF-16 unit becomes at most this many bytes of UTF-8.
const MAX_BYTES_PER_UNIT: usize = 3;

/// Turns UTF-16 into UTF-8; lone surrogates become U+FFFD.
///
/// The output first gets room for one byte a unit, which is all that ASCII needs, and grows to the worst case of what is left only
/// when that runs out: reserving the worst case at once would triple the memory of most texts.
pub(crate) fn utf8_from_utf16(units: &[u16]) -> Outcome<String> {
    let mut bytes = Vec::new();
    let mut read = 0;
    let mut written = 0;
    let mut room = units.len();
    while read < units.len() {
        grow(&mut bytes, written + room)?;
        let (units_read, bytes_written) = convert_utf16_to_utf8_partial(&units[read..], &mut bytes[written..]);
        read += units_read;
        written += bytes_written;
        room = (units.len() - read).saturating_mul(MAX_BYTES_PER_UNIT);
    }
    bytes.truncate(written);
    String::from_utf8(bytes).map_err(|error| Error::InvalidUtf8 { offset: error.utf8_error().valid_up_to() }.into())
}

fn grow(bytes: &mut Vec<u8>, length: usize) -> Outcome<()> {
    // A little more than asked for: the transcoder stops early when the rest of the buffer could not hold its largest unit.
    let length = length.saturating_add(MAX_BYTES_PER_UNIT + 1);
    bytes.try_reserve_exact(length.saturating_sub(bytes.len())).map_err(|_| Error::OutOfMemory { bytes: length })?;
    bytes.resize(length, 0);
    Ok(())
}
