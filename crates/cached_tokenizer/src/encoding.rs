use tokenizer_engine::{Offset, Processed};

use crate::options::Outputs;

/// What encoding a text or a pair gives. All but the ids is there only if it was asked for, and then as long as the ids.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Encoding {
    /// The ids, in order.
    pub ids: Vec<u32>,
    /// The type id of each token.
    pub type_ids: Option<Vec<u8>>,
    /// 0 for padding, 1 for all else.
    pub attention_mask: Option<Vec<u8>>,
    /// 1 for what the template or padding added.
    pub special_tokens_mask: Option<Vec<u8>>,
    /// Where each token stands in its text.
    pub offsets: Option<Vec<TokenOffset>>,
    /// The parts that truncation cut off.
    pub overflowing: Option<Vec<Encoding>>,
}

/// Where a token stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TokenOffset {
    /// Whether it is of the second text of a pair.
    pub is_of_second: bool,
    /// The part of that text, in bytes; `0..0` for what the template or padding added.
    pub range: Offset,
}

impl Encoding {
    /// An encoding of nothing but ids.
    pub(crate) fn of_ids(ids: Vec<u32>) -> Self {
        Self { ids, ..Self::default() }
    }

    /// What was asked for of a processed text.
    pub(crate) fn of(processed: &Processed, outputs: Outputs) -> Self {
        let tokens = &processed.tokens;
        let parts = || processed.overflowing.iter().map(|part| Self::of(part, outputs)).collect();
        Self {
            ids: tokens.iter().map(|token| token.id).collect(),
            type_ids: outputs.type_ids.then(|| tokens.iter().map(|token| token.type_id).collect()),
            attention_mask: outputs.attention_mask.then(|| vec![1; tokens.len()]),
            special_tokens_mask: outputs
                .special_tokens_mask
                .then(|| tokens.iter().map(|token| u8::from(token.is_special)).collect()),
            offsets: outputs.offsets.then(|| {
                let offset = |token: &tokenizer_engine::ProcessedToken| TokenOffset {
                    is_of_second: token.is_of_second,
                    range: token.offset,
                };
                tokens.iter().map(offset).collect()
            }),
            overflowing: outputs.overflowing.then(parts),
        }
    }
}
