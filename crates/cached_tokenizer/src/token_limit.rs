use tokenizer_engine::{CUT_CONTEXT_BYTES, Position, Result, SpecialTokens};

use crate::{options::CountOptions, tokenizer::CachedTokenizer};

/// Which part of a text is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Its start.
    Start,
    /// Its end.
    End,
}

/// How much of a text has at most so many tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// All of it.
    All,
    /// The part before, or from, a byte on.
    UpTo(usize),
}

/// A segment of a text, as far as finding a place in it asks for.
struct Part {
    start: usize,
    end: usize,
    count: usize,
    position: Option<Position>,
}

impl CachedTokenizer {
    /// The longest start, or end, of a text that has at most so many tokens, as a text of its own and with those of the template if they are asked
    /// for; no character and no added token is cut in two.
    ///
    /// Only in the segment in which the limit is reached is a place searched for, by halving. Longer texts seldom have fewer tokens; where they do, a longer
    /// part than the one found could fit as well. What is found always does, unless not even the empty text does.
    ///
    /// Unless it is the `whole` text, it is the part next to the end that is kept; then [`Fit::All`] says that the whole text may fit. What that has behind the last place
    /// where it can be cut decides nothing, for a part of a word can have more tokens than the word.
    ///
    /// # Errors
    ///
    /// As [`Self::count`].
    pub fn fit(&self, text: &str, whole: bool, limit: usize, keep: Keep, options: CountOptions) -> Result<Fit> {
        if whole {
            return self.fit_from(text, Position::OpensInput, limit, keep, options);
        }
        let inside = CUT_CONTEXT_BYTES..text.len().saturating_sub(CUT_CONTEXT_BYTES);
        let fit = match keep {
            Keep::Start => {
                let cut = self.engine.last_text_cut(text, inside);
                cut.map(|cut| self.fit_from(&text[..cut], Position::OpensInput, limit, keep, options))
            }
            Keep::End => self.engine.first_text_cut(text, inside).map(|cut| {
                let fit = self.fit_from(&text[cut..], Position::GoesOn, limit, keep, options);
                fit.map(|fit| if let Fit::UpTo(at) = fit { Fit::UpTo(cut + at) } else { fit })
            }),
        };
        fit.unwrap_or(Ok(Fit::All))
    }

    /// The same for a text that stands somewhere in the whole one.
    fn fit_from(&self, text: &str, start: Position, limit: usize, keep: Keep, options: CountOptions) -> Result<Fit> {
        let nothing = if keep == Keep::Start { 0 } else { text.len() };
        self.check_policy(options.special_tokens, [None, None])?;
        let Some(room) = limit.checked_sub(self.template_count(options)?) else { return Ok(Fit::UpTo(nothing)) };
        let parts = self.parts(text, start, options.special_tokens)?;
        let reached = match keep {
            Keep::Start => where_exceeded(parts.iter(), room),
            Keep::End => where_exceeded(parts.iter().rev(), room),
        };
        let Some((part, left)) = reached else { return Ok(Fit::All) };
        let at = self.place_in(text, part, left, keep, options.special_tokens)?;
        self.shrunk_to_fit(text, at, room, keep, options.special_tokens).map(Fit::UpTo)
    }

    fn parts(&self, text: &str, position: Position, special_tokens: SpecialTokens) -> Result<Vec<Part>> {
        let mut parts = Vec::new();
        let mut start = 0;
        self.for_each_segment(text, position, special_tokens, |segment| {
            parts.push(Part { start, end: segment.end, count: segment.ids.len(), position: segment.position });
            start = segment.end;
            Ok(())
        })?;
        Ok(parts)
    }

    /// The place in a segment up to which, or from which on, it has at most `room` tokens.
    fn place_in(
        &self,
        text: &str,
        part: &Part,
        room: usize,
        keep: Keep,
        special_tokens: SpecialTokens,
    ) -> Result<usize> {
        let Some(position) = part.position else {
            return Ok(if keep == Keep::Start { part.start } else { part.end });
        };
        // Of these two, the first fits and the second does not.
        let (mut fits, mut exceeds) = if keep == Keep::Start { (part.start, part.end) } else { (part.end, part.start) };
        let mut ids = Vec::new();
        while let Some(middle) = between(text, fits, exceeds) {
            self.call.check()?;
            ids.clear();
            let (tried, position) = match keep {
                Keep::Start => (&text[part.start..middle], position),
                Keep::End => (&text[middle..part.end], Position::OpensInput),
            };
            self.engine.encode_piece(tried, position, special_tokens, &mut ids)?;
            *(if ids.len() <= room { &mut fits } else { &mut exceeds }) = middle;
        }
        Ok(fits)
    }

    /// The place itself if what is kept there fits, or the next one where it does. Where a text is cut within a segment, an added token
    /// can appear that the whole does not have, and what stood beside the cut can have other ids.
    fn shrunk_to_fit(
        &self,
        text: &str,
        mut at: usize,
        room: usize,
        keep: Keep,
        special_tokens: SpecialTokens,
    ) -> Result<usize> {
        let mut step = 1;
        loop {
            let kept = if keep == Keep::Start { &text[..at] } else { &text[at..] };
            let options = CountOptions { special_tokens, add_special_tokens: false };
            if kept.is_empty() || self.count(kept, options)? <= room {
                return Ok(at);
            }
            at = match keep {
                Keep::Start => floor_boundary(text, at.saturating_sub(step)),
                Keep::End => ceil_boundary(text, (at + step).min(text.len())),
            };
            step *= 2;
        }
    }
}

/// The part in which a row of parts comes to more than `room` tokens, and how many of those are left for it.
fn where_exceeded<'a>(parts: impl Iterator<Item = &'a Part>, mut room: usize) -> Option<(&'a Part, usize)> {
    for part in parts {
        match room.checked_sub(part.count) {
            Some(left) => room = left,
            None => return Some((part, room)),
        }
    }
    None
}

/// A border of characters in the middle between two others, if there is one.
fn between(text: &str, one: usize, other: usize) -> Option<usize> {
    let (low, high) = (one.min(other), one.max(other));
    let middle = low.midpoint(high);
    let candidates = [floor_boundary(text, middle), ceil_boundary(text, middle)];
    candidates.into_iter().find(|at| (low + 1..high).contains(at))
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
