use cached_tokenizer::{CachedTokenizer, EncodeOptions, Encoding, Outputs};

use crate::{
    comparison::Mode,
    guarded::{guarded, our_panic},
    reference::{Full, Reference, Row},
};

/// Encodes one input with both sides and compares type ids, masks, offsets and overflowing parts, with and without the latter. Where the
/// reference fails or panics, nothing is asked but not to panic.
///
/// # Errors
///
/// What differs, with the input.
pub fn compare_full(
    reference: &mut Reference,
    tokenizer: &CachedTokenizer,
    text: &str,
    pair: Option<&str>,
    mode: Mode,
) -> Result<(), String> {
    for overflowing in [false, true] {
        let outputs =
            Outputs { type_ids: true, attention_mask: true, special_tokens_mask: true, offsets: true, overflowing };
        let options = EncodeOptions { outputs, ..mode.options() };
        let actual = guarded(|| tokenizer.encode(text, pair, &options)).ok_or_else(our_panic)?;
        let Some(Ok(mut expected)) = guarded(|| reference.encode_full(text, pair, mode, overflowing)) else { continue };
        if !overflowing {
            expected.overflowing.clear();
        }
        let actual = actual.map(|encoding| full(&encoding)).map_err(|error| error.to_string());
        if actual.as_ref() != Ok(&expected) {
            return Err(format!(
                "expected {expected:?}, got {actual:?}; text {text:?} pair {pair:?} {mode:?} overflowing {overflowing}"
            ));
        }
    }
    Ok(())
}

/// An encoding of ours in the reference's terms.
fn full(encoding: &Encoding) -> Full {
    let at = |values: &Option<Vec<u8>>, index: usize| values.as_ref().map_or(u32::MAX, |values| values[index].into());
    let row = |(index, &id): (usize, &u32)| -> Row {
        let offset = encoding.offsets.as_ref().map(|offsets| offsets[index].range).unwrap_or_default();
        let masks = (at(&encoding.type_ids, index), at(&encoding.special_tokens_mask, index));
        (id, masks.0, masks.1, at(&encoding.attention_mask, index), (offset.start as usize, offset.end as usize))
    };
    Full {
        rows: encoding.ids.iter().enumerate().map(row).collect(),
        overflowing: encoding.overflowing.iter().flatten().map(full).collect(),
    }
}
