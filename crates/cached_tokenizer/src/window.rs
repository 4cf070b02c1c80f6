use std::ops::Range;

use tokenizer_engine::{CUT_CONTEXT_BYTES, Position, Result};

use crate::{helpers::for_each_with_help, options::CountOptions, tokenizer::CachedTokenizer};

/// A window of a longer text.
#[derive(Debug, Clone, Copy)]
pub struct Window<'text> {
    /// The text.
    pub text: &'text str,
    /// Whether it begins where the whole text begins.
    pub opens: bool,
    /// Whether it ends where the whole text ends.
    pub ends: bool,
}

/// What a window was found to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowCount {
    /// The number of tokens.
    pub tokens: usize,
    /// The bytes of the window that they are of.
    pub range: Range<usize>,
}

impl CachedTokenizer {
    /// Counts the tokens of windows, each from the first to the last place in it where the whole text can be cut: so they are tokens of the whole text, and
    /// where a window begins and ends adds no error. One that cannot be cut at two places is counted as a text of its own. The cache is left alone:
    /// windows are seldom looked at twice.
    ///
    /// # Errors
    ///
    /// As [`Self::count`].
    pub fn count_windows(&self, windows: &[Window<'_>], options: CountOptions) -> Result<Vec<WindowCount>> {
        self.check_policy(options.special_tokens, [None, None])?;
        let mut counts: Vec<_> =
            windows.iter().map(|window| (window, Ok(WindowCount { tokens: 0, range: 0..0 }))).collect();
        for_each_with_help(&mut counts, windows.len(), |(window, count)| *count = self.count_window(window, options));
        counts.into_iter().map(|(_, count)| count).collect()
    }

    fn count_window(&self, window: &Window<'_>, options: CountOptions) -> Result<WindowCount> {
        let (range, start) = self.settled_part(window);
        let mut tokens = 0;
        self.for_each_stretch(&window.text[range.clone()], start, options.special_tokens, |stretch| {
            tokens += stretch.ids.len();
            Ok(())
        })?;
        Ok(WindowCount { tokens, range })
    }

    /// The part of a window whose ids are those that it has in the whole text, and where it stands in that.
    fn settled_part(&self, &Window { text, opens, ends }: &Window<'_>) -> (Range<usize>, Position) {
        let inside = CUT_CONTEXT_BYTES..text.len().saturating_sub(CUT_CONTEXT_BYTES);
        let first = if opens { Some(0) } else { self.engine.first_text_cut(text, inside.clone()) };
        let last = if ends { Some(text.len()) } else { self.engine.last_text_cut(text, inside) };
        match (first, last) {
            (Some(first), Some(last)) if first < last => {
                (first..last, if opens { Position::OpensInput } else { Position::GoesOn })
            }
            _ => (0..text.len(), if opens { Position::OpensInput } else { Position::Inside }),
        }
    }
}
