use std::sync::{Mutex, PoisonError, RwLock, RwLockWriteGuard};

use cached_tokenizer::{AddedToken, CacheConfig, CachedTokenizer, Padding, Truncation};

use crate::error::Outcome;

/// The tokenizer of one JavaScript object: what calls take their snapshots of, and what adding tokens replaces.
pub(crate) struct TokenizerSlot {
    /// Held only to copy or replace a few pointers: the JavaScript thread never waits for work here.
    tokenizer: RwLock<CachedTokenizer>,
    /// One addition at a time, as each builds on what the one before it made.
    adding: Mutex<()>,
}

impl TokenizerSlot {
    pub(crate) fn new(tokenizer: CachedTokenizer) -> Self {
        Self { tokenizer: RwLock::new(tokenizer), adding: Mutex::new(()) }
    }

    /// The tokenizer as it is now. A call that has begun ends on its snapshot.
    pub(crate) fn snapshot(&self) -> CachedTokenizer {
        self.tokenizer.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_truncation(&self, truncation: Option<Truncation>) {
        self.change(|tokenizer| tokenizer.set_truncation(truncation));
    }

    pub(crate) fn set_padding(&self, padding: Option<Padding>) {
        self.change(|tokenizer| tokenizer.set_padding(padding));
    }

    pub(crate) fn add_tokens(&self, tokens: Vec<AddedToken>) -> Outcome<usize> {
        let _one_at_a_time = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let (changed, count) = self.snapshot().with_added_tokens(tokens)?;
        if count > 0 {
            self.change(|tokenizer| tokenizer.adopt(&changed));
        }
        Ok(count)
    }

    pub(crate) fn enable_cache(&self, config: CacheConfig) -> Outcome<()> {
        Ok(self.write().enable_cache(config)?)
    }

    pub(crate) fn disable_cache(&self) {
        self.write().disable_cache();
    }

    /// `other` is a snapshot, so that a tokenizer may be asked to share with itself.
    pub(crate) fn share_cache_from(&self, other: &CachedTokenizer) -> Outcome<()> {
        Ok(self.write().share_cache_from(other)?)
    }

    fn change(&self, change: impl FnOnce(&mut CachedTokenizer)) {
        change(&mut self.write());
    }

    fn write(&self) -> RwLockWriteGuard<'_, CachedTokenizer> {
        self.tokenizer.write().unwrap_or_else(PoisonError::into_inner)
    }
}
