use encoding_rs::mem::convert_utf16_to_utf8_partial;

use crate::{buffers::Utf8Buffer, error::Result};

/// A UTF-16 unit becomes at most this many bytes of UTF-8.
const MAX_BYTES_PER_UNIT: usize = 3;
/// The transcoder stops early when the rest of the buffer could not hold its largest unit.
const SPARE: usize = MAX_BYTES_PER_UNIT + 1;

/// Units that are looked at together, so that the compiler can use vectors for ASCII.
const CHUNK: usize = 64;
/// Units that are left to the general transcoder once a chunk is not ASCII.
const MIXED: usize = 512;

/// Turns UTF-16 into UTF-8; lone surrogates become U+FFFD.
///
/// The output first gets room for one byte a unit, which is all that ASCII needs, and grows to the worst case of what is left only
/// when that runs out: reserving the worst case at once would triple the memory of most texts. ASCII, which most prompts consist of, is
/// narrowed here, as `encoding_rs` uses vectors for that on nightly compilers only.
///
/// ```
/// let units: Vec<u16> = "naïve 😀".encode_utf16().collect();
/// assert_eq!(&*text_transfer::utf8_from_utf16(&units)?, "naïve 😀");
/// # Ok::<(), text_transfer::Error>(())
/// ```
///
/// # Errors
///
/// [`crate::Error::OutOfMemory`].
pub fn utf8_from_utf16(units: &[u16]) -> Result<Utf8Buffer> {
    let mut text = Utf8Buffer::with_room(units.len().saturating_add(SPARE))?;
    let mut rest = units;
    while !rest.is_empty() {
        // SAFETY: ASCII is UTF-8.
        let narrowed = unsafe {
            text.append_with(|room| {
                let narrowed = narrow_ascii(rest, room);
                (narrowed, narrowed)
            })
        };
        rest = &rest[narrowed..];
        let mixed = &rest[..mixed_length(rest)];
        // SAFETY: what the transcoder writes is UTF-8.
        let read = unsafe { text.append_with(|room| convert_utf16_to_utf8_partial(mixed, room)) };
        rest = &rest[read..];
        if read < mixed.len() {
            let room = rest.len().saturating_mul(MAX_BYTES_PER_UNIT).saturating_add(SPARE);
            let length = text.len().saturating_add(room);
            text.grow(length)?;
        }
    }
    Ok(text)
}

/// Narrows whole chunks of ASCII at the start of some units, and gives the number of units.
fn narrow_ascii(units: &[u16], room: &mut [u8]) -> usize {
    let mut narrowed = 0;
    for (chunk, target) in units.chunks_exact(CHUNK).zip(room.chunks_exact_mut(CHUNK)) {
        if chunk.iter().fold(0, |all, unit| all | unit) > 0x7F {
            break;
        }
        for (byte, &unit) in target.iter_mut().zip(chunk) {
            *byte = unit.to_le_bytes()[0];
        }
        narrowed += CHUNK;
    }
    narrowed
}

/// The units to transcode before ASCII is looked for again; a surrogate pair stays whole.
fn mixed_length(units: &[u16]) -> usize {
    let is_high_surrogate = |unit: &u16| (0xD800..0xDC00).contains(unit);
    match units.get(MIXED - 1) {
        None => units.len(),
        Some(last) if is_high_surrogate(last) => MIXED - 1,
        Some(_) => MIXED,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn units() -> impl Strategy<Value = Vec<u16>> {
        let runs = prop_oneof![
            prop::collection::vec(0_u16..0x80, 0..300),
            prop::collection::vec(any::<u16>(), 0..80),
            prop::collection::vec(prop_oneof![0xD800_u16..0xE000, 0x20_u16..0x30], 0..80),
            Just("né 世界 😀 ".encode_utf16().collect()),
        ];
        prop::collection::vec(runs, 0..12).prop_map(|runs| runs.concat())
    }

    proptest! {
        #[test]
        fn gives_what_the_standard_library_gives(units in units()) {
            prop_assert_eq!(&*utf8_from_utf16(&units).unwrap(), String::from_utf16_lossy(&units));
        }
    }

    #[test]
    fn a_pair_is_whole_wherever_a_stretch_ends() {
        for shift in 0..4 {
            let text = format!("{}{}", "é".repeat(shift), "😀".repeat(2 * MIXED));
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(&*utf8_from_utf16(&units).unwrap(), text);
        }
    }
}
