use crate::error::{Error, Result};

/// A part of a text, in bytes. There is one for each token, so it is kept small; a text of 4 GiB or more has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Offset {
    /// Where it starts.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

impl Offset {
    /// The part between two bytes of a text below 4 GiB.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        let small = |byte| u32::try_from(byte).unwrap_or(u32::MAX);
        Self { start: small(start), end: small(end) }
    }
}

/// The ids of a text with the places where its pre-tokens end.
#[derive(Debug, Default)]
pub struct Words {
    /// The ids of all pre-tokens that could be encoded.
    pub ids: Vec<u32>,
    /// The pre-tokens, in order.
    pub ends: Vec<WordEnd>,
    /// Where each token stands in the text; empty when nobody asks.
    pub offsets: Vec<Offset>,
    /// Each token as the vocabulary spells it; empty unless offsets are asked for and the post-processor reads it.
    pub tokens: Vec<String>,
}

/// Where a pre-token of a text ends.
#[derive(Debug)]
pub struct WordEnd {
    /// The number of ids up to here.
    pub ids: usize,
    /// What it is.
    pub kind: WordKind,
}

/// What a pre-token is.
#[derive(Debug)]
pub enum WordKind {
    /// Text that the model encoded.
    Text,
    /// An added token.
    AddedToken,
    /// Text that the model has no ids for. It fails a call only if the call needs it: 0.23 stops at a truncation's limit and never sees what
    /// lies beyond.
    Failed(Box<Error>),
}

impl Words {
    pub(crate) fn push_token(&mut self, id: u32) {
        self.ids.push(id);
        self.ends.push(WordEnd { ids: self.ids.len(), kind: WordKind::AddedToken });
    }

    /// Appends a pre-token of text with the ids that `encode` appends.
    pub(crate) fn push_text(&mut self, encode: impl FnOnce(&mut Vec<u32>) -> Result<()>) {
        let start = self.ids.len();
        let kind = match encode(&mut self.ids) {
            Ok(()) => WordKind::Text,
            Err(error) => {
                self.ids.truncate(start);
                WordKind::Failed(Box::new(error))
            }
        };
        self.ends.push(WordEnd { ids: self.ids.len(), kind });
    }
}
