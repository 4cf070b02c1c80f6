use std::ops::Range;

use tokenizer_engine::{Error, Result, Shorten, Side, Truncation};

/// Cuts one sequence or a pair so that it fits, with room left for the `special_count` tokens of the template.
///
/// # Errors
///
/// [`Error::Encode`] where 0.23 fails: `OnlySecond` without a second sequence, a sequence too short to make room, a stride that is not
/// below the length, and a maximum below the number of special tokens.
pub(crate) fn truncate(
    first: &mut Vec<u32>,
    second: Option<&mut Vec<u32>>,
    truncation: &Truncation,
    special_count: usize,
) -> Result<()> {
    let max_length = truncation.max_length.checked_sub(special_count).ok_or_else(|| {
        failure(&format!("max_length {} leaves no room for {special_count} special tokens", truncation.max_length))
    })?;
    let lengths = (first.len(), second.as_ref().map(|ids| ids.len()));
    let (first_length, second_length) = target_lengths(lengths, max_length, truncation.strategy)?;
    cut(first, first_length, truncation)?;
    match (second, second_length) {
        (Some(second), Some(length)) => cut(second, length, truncation),
        _ => Ok(()),
    }
}

type Lengths = (usize, Option<usize>);

fn target_lengths(lengths: Lengths, max_length: usize, strategy: Shorten) -> Result<Lengths> {
    let (first, second) = lengths;
    if max_length == 0 {
        return Ok((0, second.map(|_| 0)));
    }
    let excess = (first + second.unwrap_or(0)).saturating_sub(max_length);
    if excess == 0 {
        return Ok(lengths);
    }
    let shortened = |length: usize| {
        let rest = length.checked_sub(excess).filter(|&rest| rest > 0);
        rest.ok_or_else(|| failure(&format!("a sequence of {length} ids is too short to remove {excess}")))
    };
    match (strategy, second) {
        (Shorten::LongestFirst, None) => Ok((first - excess, None)),
        (Shorten::LongestFirst, Some(second)) => {
            let (first, second) = balanced(first, second, max_length);
            Ok((first, Some(second)))
        }
        (Shorten::OnlyFirst, second) => Ok((shortened(first)?, second)),
        (Shorten::OnlySecond, Some(second)) => Ok((first, Some(shortened(second)?))),
        (Shorten::OnlySecond, None) => Err(failure("OnlySecond needs a second sequence")),
    }
}

/// The longer sequence gives way until both are equal; then both share the room, the one that was longer with the odd id.
fn balanced(first: usize, second: usize, max_length: usize) -> (usize, usize) {
    let (short, long) = (first.min(second), first.max(second));
    let long = max_length.checked_sub(short).map_or(short, |room| room.max(short).min(long));
    let half = max_length / 2;
    let (short, long) = if short + long > max_length { (half, half + max_length % 2) } else { (short, long) };
    if first > second { (long, short) } else { (short, long) }
}

fn cut(ids: &mut Vec<u32>, length: usize, truncation: &Truncation) -> Result<()> {
    if length >= ids.len() {
        return Ok(());
    }
    if length > 0 && truncation.stride >= length {
        return Err(failure(&format!("stride {} is not below the {length} ids that are kept", truncation.stride)));
    }
    let kept: Range<usize> = match truncation.direction {
        Side::Right => 0..length,
        Side::Left => ids.len() - length..ids.len(),
    };
    ids.truncate(kept.end);
    ids.drain(..kept.start);
    Ok(())
}

fn failure(detail: &str) -> Error {
    Error::Encode { detail: format!("truncation: {detail}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truncated(
        first: u32,
        second: Option<u32>,
        max_length: usize,
        strategy: Shorten,
        direction: Side,
    ) -> Result<Vec<Vec<u32>>> {
        let truncation = Truncation { max_length, strategy, stride: 0, direction };
        let mut first: Vec<u32> = (0..first).collect();
        let mut second: Option<Vec<u32>> = second.map(|length| (100..100 + length).collect());
        truncate(&mut first, second.as_mut(), &truncation, 2)?;
        Ok(std::iter::once(first).chain(second).collect())
    }

    #[test]
    fn one_sequence_keeps_the_side_that_is_not_cut() {
        assert_eq!(truncated(5, None, 5, Shorten::LongestFirst, Side::Right).unwrap(), [vec![0, 1, 2]]);
        assert_eq!(truncated(5, None, 5, Shorten::LongestFirst, Side::Left).unwrap(), [vec![2, 3, 4]]);
        assert_eq!(truncated(3, None, 5, Shorten::LongestFirst, Side::Left).unwrap(), [vec![0, 1, 2]]);
        assert_eq!(truncated(3, None, 2, Shorten::OnlyFirst, Side::Left).unwrap(), [Vec::<u32>::new()]);
    }

    #[test]
    fn the_longer_of_a_pair_gives_way_first() {
        let lengths = |first, second, max| {
            let pair = truncated(first, Some(second), max, Shorten::LongestFirst, Side::Right).unwrap();
            (pair[0].len(), pair[1].len())
        };
        assert_eq!(lengths(2, 9, 9), (2, 5));
        assert_eq!(lengths(9, 2, 9), (5, 2));
        assert_eq!(lengths(9, 9, 9), (3, 4));
        assert_eq!(lengths(10, 9, 9), (4, 3));
        assert_eq!(lengths(2, 2, 9), (2, 2));
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        assert!(truncated(2, Some(9), 5, Shorten::OnlyFirst, Side::Right).is_err());
        assert!(truncated(9, None, 5, Shorten::OnlySecond, Side::Right).is_err());
        assert!(truncated(9, None, 1, Shorten::LongestFirst, Side::Right).is_err());
    }
}
