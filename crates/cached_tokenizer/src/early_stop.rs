use tokenizer_engine::{Result, Shorten, Side, SpecialTokens, TokenizerEngine, Truncation, WordEnd};

/// Which sequence of a call it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sequence {
    First,
    Second,
}

/// Shortens the ids of a sequence to what 0.23 tokenizes of it before it truncates.
///
/// With a truncation set, 0.23 stops behind the pre-token with which a sequence reaches the maximum, template not counted. What it would have
/// tokenized further counts for nothing: not for which sequence of a pair is the longer one, nor for whether a stride is too long.
///
/// # Errors
///
/// What encoding gives; the text is encoded a second time, pre-token by pre-token, when it is longer than the maximum.
pub(crate) fn stop_early(
    engine: &TokenizerEngine,
    text: &str,
    ids: &mut Vec<u32>,
    sequence: Sequence,
    truncation: &Truncation,
    special_tokens: SpecialTokens,
) -> Result<()> {
    let is_exempt = truncation.strategy == Shorten::OnlySecond && sequence == Sequence::First;
    if is_exempt || ids.len() <= truncation.max_length {
        return Ok(());
    }
    let mut again = Vec::with_capacity(ids.len());
    let ends = engine.encode_words(text, special_tokens, &mut again)?;
    match truncation.direction {
        Side::Right => ids.truncate(kept_at_the_start(&ends, truncation.max_length)),
        Side::Left => drop(ids.drain(..left_out_at_the_start(&ends, truncation.max_length))),
    }
    Ok(())
}

fn kept_at_the_start(ends: &[WordEnd], max_length: usize) -> usize {
    let stop = ends.iter().find(|end| !end.is_added_token && end.ids >= max_length);
    stop.or(ends.last()).map_or(0, |end| end.ids)
}

fn left_out_at_the_start(ends: &[WordEnd], max_length: usize) -> usize {
    let total = ends.last().map_or(0, |end| end.ids);
    let start_of = |index: usize| index.checked_sub(1).map_or(0, |before: usize| ends[before].ids);
    let stop =
        (0..ends.len()).rev().find(|&index| !ends[index].is_added_token && total - start_of(index) >= max_length);
    stop.map_or(0, start_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(lengths: &[(usize, bool)]) -> Vec<WordEnd> {
        let mut ids = 0;
        let end = |&(length, is_added_token): &(usize, bool)| {
            ids += length;
            WordEnd { ids, is_added_token }
        };
        lengths.iter().map(end).collect()
    }

    #[test]
    fn stops_behind_the_pre_token_that_reaches_the_maximum() {
        let ends = ends(&[(2, false), (3, false), (1, false), (4, false)]);
        assert_eq!([1, 2, 3, 5, 6, 10, 99].map(|max| kept_at_the_start(&ends, max)), [2, 2, 5, 5, 6, 10, 10]);
        assert_eq!([1, 4, 5, 6, 8, 10, 99].map(|max| left_out_at_the_start(&ends, max)), [6, 6, 5, 2, 2, 0, 0]);
    }

    #[test]
    fn an_added_token_counts_but_does_not_stop() {
        let ends = ends(&[(1, true), (1, true), (2, false), (1, true), (1, false)]);
        assert_eq!([1, 2, 4, 5].map(|max| kept_at_the_start(&ends, max)), [4, 4, 4, 6]);
        assert_eq!([1, 2, 4, 5, 6].map(|max| left_out_at_the_start(&ends, max)), [5, 2, 2, 0, 0]);
        assert_eq!((kept_at_the_start(&[], 1), left_out_at_the_start(&[], 1)), (0, 0));
    }
}
