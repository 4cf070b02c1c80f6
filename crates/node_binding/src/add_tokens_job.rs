use std::sync::Arc;

use cached_tokenizer::{AddedToken, CachedTokenizer};

use crate::{error::Outcome, job::Job, slot::TokenizerSlot};

/// Adds tokens to the tokenizer of one JavaScript object.
pub struct AddTokensJob {
    pub(crate) slot: Arc<TokenizerSlot>,
    /// The tokenizer when the call was made.
    pub(crate) before: CachedTokenizer,
    pub(crate) tokens: Vec<AddedToken>,
}

impl Job for AddTokensJob {
    type Output = usize;
    type JsValue = u32;

    fn run(self) -> Outcome<usize> {
        self.slot.add_tokens(self.before, self.tokens)
    }

    fn convert(count: usize) -> u32 {
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}
