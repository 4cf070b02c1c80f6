//! Where a text can be cut before it is split at added tokens, from a view of the neighbourhood alone.
//!
//! Long texts are worked on in parts, and of the longest only windows are looked at; what stands elsewhere in the text is then unknown. A match
//! of an added token that is found in the whole is found in the parts as well if none can hold both characters at the cut, nor look across it.
//! But a token could end exactly there, and what follows a token is a piece of its own, which may be owed a prefix: so a character that a token can
//! end with is nothing to cut behind.

use std::ops::Range;

use crate::tokenizer::TokenizerEngine;

/// A cut is not decided nearer to an edge behind which the text goes on: two characters on either side are looked at.
pub const CUT_CONTEXT_BYTES: usize = 8;

impl TokenizerEngine {
    /// Whether the ids of a text are those of its two parts before and behind a byte, in order, each split at added tokens by itself, whatever the
    /// special-token policy. The part behind is then encoded as [`crate::Position::GoesOn`].
    ///
    /// `text` may be a window of a longer text, if there are [`CUT_CONTEXT_BYTES`] between the cut and each edge where that goes on.
    ///
    /// # Panics
    ///
    /// At the start and at the end of the text, where there is nothing to cut.
    pub fn cuts_text_at(&self, text: &str, at: usize) -> bool {
        if !text.is_char_boundary(at) {
            return false;
        }
        let (before, behind) = text.split_at(at);
        let pair = before.chars().next_back().zip(behind.chars().next());
        let rule = self.cut_rule();
        pair.is_some_and(|(left, right)| !rule.first_pass.crosses(left, right) && !rule.first_pass.may_end_with(left))
            && self.cuts_at(text, at)
    }

    /// The first place in a range where a text can be cut.
    pub fn first_text_cut(&self, text: &str, range: Range<usize>) -> Option<usize> {
        inner(text, range).find(|&at| self.cuts_text_at(text, at))
    }

    /// The last place in a range where a text can be cut.
    pub fn last_text_cut(&self, text: &str, range: Range<usize>) -> Option<usize> {
        inner(text, range).rev().find(|&at| self.cuts_text_at(text, at))
    }
}

/// The part of a range that lies within a text, its start and end left out.
fn inner(text: &str, range: Range<usize>) -> Range<usize> {
    range.start.max(1)..range.end.min(text.len())
}
