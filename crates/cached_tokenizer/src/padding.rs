use tokenizer_engine::{Error, PadTo, Padding, Result, Side};

use crate::encoding::{Encoding, TokenOffset};

/// Fills up the encodings of one batch, their overflowing parts included.
///
/// # Errors
///
/// [`Error::Encode`] for a type id above 255, if type ids are asked for.
pub(crate) fn pad(encodings: &mut [Encoding], padding: &Padding) -> Result<()> {
    let longest = encodings.iter().map(|encoding| encoding.ids.len()).max().unwrap_or(0);
    let length = match padding.strategy {
        PadTo::BatchLongest => longest,
        PadTo::Fixed(length) => length,
    };
    let length = match padding.pad_to_multiple_of {
        Some(multiple) if multiple > 0 => length.next_multiple_of(multiple),
        _ => length,
    };
    encodings.iter_mut().try_for_each(|encoding| pad_one(encoding, length, padding))
}

fn pad_one(encoding: &mut Encoding, length: usize, padding: &Padding) -> Result<()> {
    let missing = length.saturating_sub(encoding.ids.len());
    let side = padding.direction;
    fill(&mut encoding.ids, padding.pad_id, missing, side);
    if let Some(type_ids) = &mut encoding.type_ids {
        let type_id = padding.pad_type_id;
        let type_id = u8::try_from(type_id)
            .map_err(|_| Error::Encode { detail: format!("pad_type_id {type_id} is above 255") })?;
        fill(type_ids, type_id, missing, side);
    }
    if let Some(mask) = &mut encoding.attention_mask {
        fill(mask, 0, missing, side);
    }
    if let Some(mask) = &mut encoding.special_tokens_mask {
        fill(mask, 1, missing, side);
    }
    if let Some(offsets) = &mut encoding.offsets {
        fill(offsets, TokenOffset::default(), missing, side);
    }
    let mut overflowing = encoding.overflowing.iter_mut().flatten();
    overflowing.try_for_each(|part| pad_one(part, length, padding))
}

fn fill<T: Copy>(values: &mut Vec<T>, value: T, missing: usize, side: Side) {
    let filling = std::iter::repeat_n(value, missing);
    match side {
        Side::Right => values.extend(filling),
        Side::Left => drop(values.splice(..0, filling)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn padded(strategy: PadTo, direction: Side, pad_to_multiple_of: Option<usize>) -> Vec<Vec<u32>> {
        let padding = Padding {
            strategy,
            direction,
            pad_to_multiple_of,
            pad_id: 9,
            pad_type_id: 0,
            pad_token: "[PAD]".to_owned(),
        };
        let mut encodings = [vec![1], vec![1, 2, 3]].map(Encoding::of_ids);
        pad(&mut encodings, &padding).unwrap();
        encodings.into_iter().map(|encoding| encoding.ids).collect()
    }

    #[test]
    fn fills_up_to_the_longest_of_the_batch_or_a_fixed_length() {
        assert_eq!(padded(PadTo::BatchLongest, Side::Right, None), [vec![1, 9, 9], vec![1, 2, 3]]);
        assert_eq!(padded(PadTo::BatchLongest, Side::Left, Some(2)), [vec![9, 9, 9, 1], vec![9, 1, 2, 3]]);
        assert_eq!(padded(PadTo::Fixed(2), Side::Right, Some(0)), [vec![1, 9], vec![1, 2, 3]]);
    }

    #[test]
    fn fills_all_that_is_there() {
        let padding = Padding {
            strategy: PadTo::Fixed(3),
            direction: Side::Left,
            pad_to_multiple_of: None,
            pad_id: 9,
            pad_type_id: 2,
            pad_token: "[PAD]".to_owned(),
        };
        let part = |ids: Vec<u32>, overflowing| Encoding {
            type_ids: Some(vec![1; ids.len()]),
            attention_mask: Some(vec![1; ids.len()]),
            special_tokens_mask: Some(vec![0; ids.len()]),
            offsets: Some(vec![TokenOffset { is_of_second: true, ..TokenOffset::default() }; ids.len()]),
            ids,
            overflowing: Some(overflowing),
        };
        let mut encodings = [part(vec![5, 6], vec![part(vec![7], vec![])])];
        pad(&mut encodings, &padding).unwrap();
        let [encoding] = encodings;
        assert_eq!((encoding.ids, encoding.type_ids), (vec![9, 5, 6], Some(vec![2, 1, 1])));
        assert_eq!((encoding.attention_mask, encoding.special_tokens_mask), (Some(vec![0, 1, 1]), Some(vec![1, 0, 0])));
        assert_eq!(
            encoding.offsets.unwrap().iter().map(|offset| offset.is_of_second).collect::<Vec<_>>(),
            [false, true, true]
        );
        assert_eq!(encoding.overflowing.unwrap()[0].ids, [9, 9, 7]);
        let too_large = Padding { pad_type_id: 256, ..padding };
        assert!(pad(&mut [part(vec![1], vec![])], &too_large).is_err());
    }
}
