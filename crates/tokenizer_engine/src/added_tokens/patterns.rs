use std::ops::Range;

use super::prefilter::Prefilter;

/// A set of texts, each with a number, and the search for them.
pub(super) struct Patterns {
    /// Sorted, so that the texts with a common beginning are neighbours and the shortest comes first.
    sorted: Vec<(Box<[u8]>, u32)>,
    prefilter: Prefilter,
}

/// One text found in another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Match {
    pub(super) range: Range<usize>,
    pub(super) number: u32,
}

impl Patterns {
    /// The texts, numbered in the order given. Of equal texts the first one is found; `None` when a text is empty, as it would be found
    /// everywhere.
    pub(super) fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut sorted: Vec<(Box<[u8]>, u32)> =
            texts.zip(0..).map(|(text, number)| (text.as_bytes().into(), number)).collect();
        sorted.sort_unstable();
        sorted.dedup_by(|later, first| later.0 == first.0);
        if sorted.first().is_some_and(|(text, _)| text.is_empty()) {
            return None;
        }
        let prefilter = Prefilter::new(sorted.iter().map(|(text, _)| &**text));
        Some(Self { sorted, prefilter })
    }

    /// The leftmost-longest match from `start` on: of all texts that begin first, the longest.
    pub(super) fn find(&self, text: &[u8], start: usize) -> Option<Match> {
        let mut from = start;
        loop {
            let position = self.prefilter.next(text, from)?;
            if let Some((length, number)) = self.longest_prefix(&text[position..]) {
                return Some(Match { range: position..position + length, number });
            }
            from = position + 1;
        }
    }

    /// The longest text that the rest begins with: its length and number. Narrows the sorted texts byte by byte.
    fn longest_prefix(&self, rest: &[u8]) -> Option<(usize, u32)> {
        let mut candidates = &self.sorted[..];
        let mut longest = None;
        for (depth, &byte) in rest.iter().enumerate() {
            let byte_of = |text: &[u8]| text.get(depth).copied();
            let first = candidates.partition_point(|(text, _)| byte_of(text) < Some(byte));
            let end = first + candidates[first..].partition_point(|(text, _)| byte_of(text) == Some(byte));
            candidates = &candidates[first..end];
            let Some((text, number)) = candidates.first() else { break };
            // All candidates begin alike up to here, so one that ends here comes first.
            if text.len() == depth + 1 {
                longest = Some((text.len(), *number));
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use daachorse::{DoubleArrayAhoCorasick, DoubleArrayAhoCorasickBuilder, MatchKind};
    use proptest::prelude::*;

    use super::*;

    /// The automaton that 0.23 matches added tokens with.
    fn automaton(texts: &[String]) -> DoubleArrayAhoCorasick<u32> {
        let numbered = texts.iter().map(String::as_str).zip(0..);
        DoubleArrayAhoCorasickBuilder::new().match_kind(MatchKind::LeftmostLongest).build_with_values(numbered).unwrap()
    }

    proptest! {
        #[test]
        fn finds_what_the_automaton_of_0_23_finds(
            texts in prop::collection::hash_set("[ab<]{1,5}|[c-g]{1,3}|é[a-c]?", 1..30),
            text in "[a-g<é]{0,80}",
        ) {
            let texts: Vec<String> = texts.into_iter().collect();
            let patterns = Patterns::new(texts.iter().map(String::as_str)).unwrap();
            let mut found = Vec::new();
            let mut start = 0;
            while let Some(next) = patterns.find(text.as_bytes(), start) {
                start = next.range.end;
                found.push(next);
            }
            let automaton = automaton(&texts);
            let expected: Vec<Match> = automaton
                .leftmost_find_iter(&text)
                .map(|found| Match { range: found.start()..found.end(), number: found.value() })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn of_equal_texts_the_first_is_found_and_an_empty_one_is_refused() {
        let patterns = Patterns::new(["b", "a", "a"].into_iter()).unwrap();
        assert_eq!(patterns.find(b"xa", 0), Some(Match { range: 1..2, number: 1 }));
        assert!(Patterns::new(["a", ""].into_iter()).is_none());
    }
}
