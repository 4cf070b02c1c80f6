use std::ops::Range;

use tokenizer_engine::{Error, Result, Shorten, Side, Truncation};

/// The lengths of one or two sequences.
pub(crate) type Lengths = (usize, Option<usize>);

/// The parts of one sequence or a pair that are kept so that both fit, with room left for the `special_count` tokens of the template.
///
/// # Errors
///
/// [`Error::Encode`] where 0.23 fails: `OnlySecond` without a second sequence, a sequence too short to make room, a stride that is not
/// below the length, and a maximum below the number of special tokens.
pub(crate) fn fitting(
    lengths: Lengths,
    truncation: &Truncation,
    special_count: usize,
) -> Result<(Range<usize>, Option<Range<usize>>)> {
    let max_length = truncation.max_length.checked_sub(special_count).ok_or_else(|| {
        failure(&format!("max_length {} leaves no room for {special_count} special tokens", truncation.max_length))
    })?;
    let (first, second) = target_lengths(lengths, max_length, truncation.strategy)?;
    let kept_of_second = lengths.1.zip(second).map(|(length, kept)| part(length, kept, truncation));
    Ok((part(lengths.0, first, truncation)?, kept_of_second.transpose()?))
}

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

fn part(length: usize, kept: usize, truncation: &Truncation) -> Result<Range<usize>> {
    if kept >= length {
        return Ok(0..length);
    }
    if kept > 0 && truncation.stride >= kept {
        return Err(failure(&format!("stride {} is not below the {kept} ids that are kept", truncation.stride)));
    }
    Ok(match truncation.direction {
        Side::Right => 0..kept,
        Side::Left => length - kept..length,
    })
}

fn failure(detail: &str) -> Error {
    Error::Encode { detail: format!("truncation: {detail}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truncated(
        first: usize,
        second: Option<usize>,
        max_length: usize,
        strategy: Shorten,
        direction: Side,
    ) -> Result<(Range<usize>, Option<Range<usize>>)> {
        fitting((first, second), &Truncation { max_length, strategy, stride: 0, direction }, 2)
    }

    #[test]
    fn one_sequence_keeps_the_side_that_is_not_cut() {
        assert_eq!(truncated(5, None, 5, Shorten::LongestFirst, Side::Right).unwrap(), (0..3, None));
        assert_eq!(truncated(5, None, 5, Shorten::LongestFirst, Side::Left).unwrap(), (2..5, None));
        assert_eq!(truncated(3, None, 5, Shorten::LongestFirst, Side::Left).unwrap(), (0..3, None));
        assert_eq!(truncated(3, None, 2, Shorten::OnlyFirst, Side::Left).unwrap(), (3..3, None));
    }

    #[test]
    fn the_longer_of_a_pair_gives_way_first() {
        let lengths = |first, second, max| {
            let (first, second) = truncated(first, Some(second), max, Shorten::LongestFirst, Side::Right).unwrap();
            (first.len(), second.unwrap().len())
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
