use tokenizer_engine::{PadTo, Padding, Side};

use crate::encoding::Encoding;

/// Fills up the encodings of one batch.
pub(crate) fn pad(encodings: &mut [Encoding], padding: &Padding) {
    let longest = encodings.iter().map(|encoding| encoding.ids.len()).max().unwrap_or(0);
    let length = match padding.strategy {
        PadTo::BatchLongest => longest,
        PadTo::Fixed(length) => length,
    };
    let length = match padding.pad_to_multiple_of {
        Some(multiple) if multiple > 0 => length.next_multiple_of(multiple),
        _ => length,
    };
    for encoding in encodings {
        let missing = length.saturating_sub(encoding.ids.len());
        let filling = std::iter::repeat_n(padding.pad_id, missing);
        match padding.direction {
            Side::Right => encoding.ids.extend(filling),
            Side::Left => drop(encoding.ids.splice(..0, filling)),
        }
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
        let mut encodings = [Encoding { ids: vec![1] }, Encoding { ids: vec![1, 2, 3] }];
        pad(&mut encodings, &padding);
        encodings.into_iter().map(|encoding| encoding.ids).collect()
    }

    #[test]
    fn fills_up_to_the_longest_of_the_batch_or_a_fixed_length() {
        assert_eq!(padded(PadTo::BatchLongest, Side::Right, None), [vec![1, 9, 9], vec![1, 2, 3]]);
        assert_eq!(padded(PadTo::BatchLongest, Side::Left, Some(2)), [vec![9, 9, 9, 1], vec![9, 1, 2, 3]]);
        assert_eq!(padded(PadTo::Fixed(2), Side::Right, Some(0)), [vec![1, 9], vec![1, 2, 3]]);
    }
}
