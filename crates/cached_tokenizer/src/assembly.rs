use std::ops::Range;

use tokenizer_engine::{Error, Offset, Result, Sequence, TemplatePiece};

use crate::{
    encoding::{Encoding, TokenOffset},
    options::Outputs,
};

/// The kept parts of a text or a pair.
pub(crate) struct Parts {
    pub(crate) first: (Sequence, Range<usize>),
    pub(crate) second: Option<(Sequence, Range<usize>)>,
}

/// Puts the template around the kept parts of one or two sequences.
///
/// # Errors
///
/// [`Error::OutOfMemory`] when a buffer cannot be had.
pub(crate) fn assemble(parts: Parts, pieces: &[TemplatePiece], outputs: Outputs) -> Result<Encoding> {
    let Parts { first, second } = parts;
    if outputs.is_ids_only()
        && let [TemplatePiece::First { .. }] = pieces
    {
        let (sequence, kept) = first;
        return Ok(Encoding::of_ids(part(sequence.ids, &kept)));
    }
    let length_of = |piece: &TemplatePiece| match piece {
        TemplatePiece::First { .. } => first.1.len(),
        TemplatePiece::Second { .. } => second.as_ref().map_or(0, |(_, kept)| kept.len()),
        TemplatePiece::Special { .. } => 1,
    };
    let length = pieces.iter().map(length_of).sum();
    let mut encoding = Encoding {
        ids: buffer(length)?,
        type_ids: outputs.type_ids.then(|| buffer(length)).transpose()?,
        attention_mask: outputs.attention_mask.then(|| filled(length)).transpose()?,
        special_tokens_mask: outputs.special_tokens_mask.then(|| buffer(length)).transpose()?,
        offsets: outputs.offsets.then(|| buffer(length)).transpose()?,
        overflowing: None,
    };
    for piece in pieces {
        match *piece {
            TemplatePiece::First { type_id } => push(&mut encoding, &first, false, type_id),
            TemplatePiece::Second { type_id } => {
                if let Some(second) = &second {
                    push(&mut encoding, second, true, type_id);
                }
            }
            TemplatePiece::Special { id, type_id } => push_special(&mut encoding, id, type_id),
        }
    }
    Ok(encoding)
}

fn push(encoding: &mut Encoding, (sequence, kept): &(Sequence, Range<usize>), is_of_second: bool, type_id: u8) {
    encoding.ids.extend_from_slice(&sequence.ids[kept.clone()]);
    let length = kept.len();
    if let Some(type_ids) = &mut encoding.type_ids {
        type_ids.resize(type_ids.len() + length, type_id);
    }
    if let Some(mask) = &mut encoding.special_tokens_mask {
        mask.resize(mask.len() + length, 0);
    }
    if let Some(offsets) = &mut encoding.offsets {
        offsets.extend(sequence.offsets[kept.clone()].iter().map(|&range| TokenOffset { is_of_second, range }));
    }
}

fn push_special(encoding: &mut Encoding, id: u32, type_id: u8) {
    encoding.ids.push(id);
    if let Some(type_ids) = &mut encoding.type_ids {
        type_ids.push(type_id);
    }
    if let Some(mask) = &mut encoding.special_tokens_mask {
        mask.push(1);
    }
    if let Some(offsets) = &mut encoding.offsets {
        offsets.push(TokenOffset { is_of_second: false, range: Offset::default() });
    }
}

/// The kept part of something that there is for each id, or for none.
pub(crate) fn part<T>(mut values: Vec<T>, kept: &Range<usize>) -> Vec<T> {
    values.truncate(kept.end);
    values.drain(..kept.start.min(values.len()));
    values
}

/// Running out of memory is an error and not an abort.
fn buffer<T>(length: usize) -> Result<Vec<T>> {
    let mut buffer = Vec::new();
    let bytes = length.saturating_mul(size_of::<T>());
    buffer.try_reserve_exact(length).map_err(|_| Error::OutOfMemory { bytes })?;
    Ok(buffer)
}

fn filled(length: usize) -> Result<Vec<u8>> {
    let mut mask = buffer(length)?;
    mask.resize(length, 1);
    Ok(mask)
}
