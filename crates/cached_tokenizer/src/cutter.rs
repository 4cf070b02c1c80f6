use memchr::memchr_iter;
use tokenizer_engine::{Position, TokenizerEngine};

/// Segments end at the first line end from here on. A hit costs some memory that is not in the processor's caches, however short the segment, so
/// longer ones are found faster; and what a chat grows by is tokenized again together with the unfinished segment before it, so shorter ones
/// save more. docs/cuts.md has what was measured.
const SHORTEST: usize = 2048;
/// Behind this a segment ends at the next place where it can, line end or not, so that text without line ends does not become one segment.
const LINE_END_BEFORE: usize = 4096;

/// The same for text that is cut only so that working on it can be stopped, and give way: some tenths of a millisecond of work.
const SHORTEST_STRETCH: usize = 8 << 10;

/// Cuts a piece of text into segments, from its start on.
///
/// Where a segment ends depends on nothing behind it, so that a text that grows keeps its segments but for the last one. Line ends are preferred
/// because that is where texts are put together from parts: after a change, the segments fall into step again at some line end further on.
pub(crate) struct Cutter<'text, 'engine> {
    engine: &'engine TokenizerEngine,
    rest: &'text str,
    position: Position,
    shortest: usize,
    line_end_before: usize,
}

impl<'text, 'engine> Cutter<'text, 'engine> {
    /// Cuts into what the cache keeps.
    pub(crate) fn segments(engine: &'engine TokenizerEngine, piece: &'text str, position: Position) -> Self {
        Self { engine, rest: piece, position, shortest: SHORTEST, line_end_before: LINE_END_BEFORE }
    }

    /// Cuts into longer parts.
    pub(crate) fn stretches(engine: &'engine TokenizerEngine, piece: &'text str, position: Position) -> Self {
        Self { engine, rest: piece, position, shortest: SHORTEST_STRETCH, line_end_before: 2 * SHORTEST_STRETCH }
    }

    fn line_end(&self) -> Option<usize> {
        let bytes = self.rest.as_bytes();
        let searched = bytes.get(self.shortest..bytes.len().min(self.line_end_before))?;
        memchr_iter(b'\n', searched).map(|offset| self.shortest + offset).find_map(|at| {
            let before = at - usize::from(bytes[at - 1] == b'\r');
            [before, at + 1].into_iter().find(|&at| self.can_end(at))
        })
    }

    fn any_place(&self) -> Option<usize> {
        (self.line_end_before..self.rest.len()).find(|&at| self.can_end(at))
    }

    fn can_end(&self, at: usize) -> bool {
        at < self.rest.len() && self.engine.cuts_at(self.rest, at)
    }
}

impl<'text> Iterator for Cutter<'text, '_> {
    /// A segment and its position.
    type Item = (&'text str, Position);

    fn next(&mut self) -> Option<Self::Item> {
        let end = self.line_end().or_else(|| self.any_place()).unwrap_or(self.rest.len());
        let (segment, rest) = self.rest.split_at(end);
        let position = self.position;
        (self.rest, self.position) = (rest, Position::GoesOn);
        (!segment.is_empty()).then_some((segment, position))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn engine() -> TokenizerEngine {
        TokenizerEngine::from_json(
            r#"{"model":{"type":"WordLevel","unk_token":"?","vocab":{"?":0}},"pre_tokenizer":{"type":"Whitespace"}}"#,
        )
        .unwrap()
    }

    fn segments<'text>(engine: &TokenizerEngine, text: &'text str) -> Vec<&'text str> {
        let segments: Vec<_> = Cutter::segments(engine, text, Position::OpensInput).collect();
        let expected = |index| if index == 0 { Position::OpensInput } else { Position::GoesOn };
        assert!(segments.iter().enumerate().all(|(index, (_, position))| *position == expected(index)));
        segments.into_iter().map(|(segment, _)| segment).collect()
    }

    fn lines(count: usize, end: &str) -> String {
        (0..count).fold(String::new(), |mut text, number| {
            write!(text, "the line of number {number} is here{end}").unwrap();
            text
        })
    }

    #[test]
    fn all_segments_together_are_the_text() {
        let engine = engine();
        for text in ["", "a", &"word ".repeat(3000), &"a".repeat(9000), &lines(1000, "\n"), &"界。".repeat(2000)] {
            assert_eq!(segments(&engine, text).concat(), text);
        }
        assert!(segments(&engine, "").is_empty());
    }

    #[test]
    fn a_segment_ends_before_the_first_line_end_that_is_far_enough() {
        let engine = engine();
        for end in ["\n", "\r\n"] {
            let text = lines(1000, end);
            let segments = segments(&engine, &text);
            assert!(segments.len() > 5);
            for (index, segment) in segments.iter().enumerate() {
                assert!(index == 0 || segment.starts_with(end));
                assert!(
                    segment.len() < SHORTEST + 60
                        && (segment.len() + end.len() > SHORTEST || index + 1 == segments.len())
                );
            }
        }
    }

    #[test]
    fn a_text_without_line_ends_is_cut_where_it_can_be() {
        let engine = engine();
        let text = "word ".repeat(3000);
        assert!(segments(&engine, &text).iter().all(|segment| segment.len() <= LINE_END_BEFORE + 5));
        // Nothing can be cut within a word.
        assert_eq!(segments(&engine, &"a".repeat(9000)).len(), 1);
        assert_eq!(segments(&engine, &"界。".repeat(2000)).len(), 3);
    }

    #[test]
    fn a_text_that_grows_keeps_its_segments() {
        let engine = engine();
        let text = lines(1000, "\n");
        let all = segments(&engine, &text);
        for length in (5000..text.len()).step_by(997) {
            let some = segments(&engine, &text[..length]);
            assert_eq!(some[..some.len() - 1], all[..some.len() - 1]);
        }
    }
}
