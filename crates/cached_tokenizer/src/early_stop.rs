use std::ops::Range;

use tokenizer_engine::{Error, Result, Shorten, Side, Truncation, WordEnd, WordKind};

/// Which sequence of a call it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    First,
    Second,
}

/// Whether 0.23 stops tokenizing a sequence where it reaches a truncation's maximum.
pub(crate) fn stops_early(truncation: &Truncation, place: Place) -> bool {
    truncation.strategy != Shorten::OnlySecond || place == Place::Second
}

/// The ids that 0.23 makes of a sequence before it truncates.
///
/// With a truncation set, 0.23 stops behind the pre-token with which a sequence reaches the maximum, template not counted. What it would have
/// tokenized further counts for nothing: not for which sequence of a pair is the longer one, nor for whether a stride is too long, nor does
/// it fail.
///
/// # Errors
///
/// The error of the first pre-token that fails before the maximum is reached, or at all when there is no truncation.
pub(crate) fn kept(ends: Vec<WordEnd>, truncation: Option<&Truncation>) -> Result<Range<usize>> {
    let total = ends.last().map_or(0, |end| end.ids);
    match truncation {
        None => Ok(0..kept_at_the_start(ends, usize::MAX)?),
        Some(truncation) => Ok(match truncation.direction {
            Side::Right => 0..kept_at_the_start(ends, truncation.max_length)?,
            Side::Left => left_out_at_the_start(ends, truncation.max_length)?..total,
        }),
    }
}

fn kept_at_the_start(ends: Vec<WordEnd>, max_length: usize) -> Result<usize> {
    let mut kept = 0;
    for WordEnd { ids, kind } in ends {
        kept = ids;
        if stops(kind, kept, max_length)? {
            break;
        }
    }
    Ok(kept)
}

fn left_out_at_the_start(mut ends: Vec<WordEnd>, max_length: usize) -> Result<usize> {
    let total = ends.last().map_or(0, |end| end.ids);
    let mut start = total;
    while let Some(WordEnd { kind, .. }) = ends.pop() {
        start = ends.last().map_or(0, |before| before.ids);
        if stops(kind, total - start, max_length)? {
            break;
        }
    }
    Ok(start)
}

/// An added token counts, but does not stop.
fn stops(kind: WordKind, ids: usize, max_length: usize) -> Result<bool, Error> {
    match kind {
        WordKind::Text => Ok(ids >= max_length),
        WordKind::AddedToken => Ok(false),
        WordKind::Failed(error) => Err(*error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pre-tokens by their numbers of ids: `t` text, `a` an added token, `f` one that fails.
    fn ends(words: &str) -> Vec<WordEnd> {
        let mut ids = 0;
        let words = words.split(' ').filter(|word| !word.is_empty());
        words
            .map(|word| {
                let (kind, length) = word.split_at(1);
                let kind = match kind {
                    "t" => WordKind::Text,
                    "a" => WordKind::AddedToken,
                    _ => WordKind::Failed(Box::new(Error::Encode { detail: "no ids".to_owned() })),
                };
                ids += length.parse::<usize>().unwrap();
                WordEnd { ids, kind }
            })
            .collect()
    }

    fn at_the_start(words: &str, max_length: usize) -> Option<usize> {
        kept_at_the_start(ends(words), max_length).ok()
    }

    fn left_out(words: &str, max_length: usize) -> Option<usize> {
        left_out_at_the_start(ends(words), max_length).ok()
    }

    #[test]
    fn stops_behind_the_pre_token_that_reaches_the_maximum() {
        let words = "t2 t3 t1 t4";
        assert_eq!([1, 2, 3, 5, 6, 10, 99].map(|max| at_the_start(words, max).unwrap()), [2, 2, 5, 5, 6, 10, 10]);
        assert_eq!([1, 4, 5, 6, 8, 10, 99].map(|max| left_out(words, max).unwrap()), [6, 6, 5, 2, 2, 0, 0]);
    }

    #[test]
    fn an_added_token_counts_but_does_not_stop() {
        let words = "a1 a1 t2 a1 t1";
        assert_eq!([1, 2, 4, 5].map(|max| at_the_start(words, max).unwrap()), [4, 4, 4, 6]);
        assert_eq!([1, 2, 4, 5, 6].map(|max| left_out(words, max).unwrap()), [5, 2, 2, 0, 0]);
        assert_eq!((at_the_start("", 1), left_out("", 1)), (Some(0), Some(0)));
    }

    #[test]
    fn what_fails_beyond_the_maximum_is_not_seen() {
        let words = "t2 f0 t3";
        assert_eq!([1, 2, 3].map(|max| at_the_start(words, max)), [Some(2), Some(2), None]);
        assert_eq!([1, 3, 4].map(|max| left_out(words, max)), [Some(2), Some(2), None]);
    }
}
