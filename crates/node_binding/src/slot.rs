use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};

use cached_tokenizer::{AddedToken, CacheConfig, CachedTokenizer, Padding, Truncation};
use shared_names::{Membership, Sharer};

use crate::{
    error::{Failure, Outcome},
    shared::SHARED,
};

/// The tokenizer of one JavaScript object: what calls take their snapshots of, and what adding tokens replaces.
pub(crate) struct TokenizerSlot {
    /// Held only to copy or replace a few pointers: the JavaScript thread never waits for work here. Empty once it is closed.
    state: RwLock<Option<State>>,
    /// One addition at a time, as each builds on what the one before it made.
    adding: Mutex<()>,
    /// The names that this object gave, and pins until it is closed.
    names: Mutex<Vec<u64>>,
}

struct State {
    tokenizer: CachedTokenizer,
    /// What keeps names of this vocabulary and cache alive; none for what only runs a call.
    member: Option<Membership<CachedTokenizer>>,
    /// The name of the tokenizer as it is now, if it has one.
    name: Option<u64>,
}

impl TokenizerSlot {
    /// A tokenizer that shares nothing yet.
    pub(crate) fn new(tokenizer: CachedTokenizer) -> Self {
        Self::of(tokenizer, Some(Membership::new()))
    }

    /// A tokenizer on what others have too.
    pub(crate) fn member(tokenizer: CachedTokenizer, member: Membership<CachedTokenizer>) -> Self {
        Self::of(tokenizer, Some(member))
    }

    /// A tokenizer for a call that goes on, which counts for nothing when it comes to who is open.
    pub(crate) fn held(tokenizer: CachedTokenizer) -> Self {
        Self::of(tokenizer, None)
    }

    fn of(tokenizer: CachedTokenizer, member: Option<Membership<CachedTokenizer>>) -> Self {
        let state = State { tokenizer, member, name: None };
        Self { state: RwLock::new(Some(state)), adding: Mutex::new(()), names: Mutex::default() }
    }

    /// The tokenizer as it is now. A call that has begun ends on its snapshot.
    pub(crate) fn snapshot(&self) -> Outcome<CachedTokenizer> {
        self.read(|state| state.tokenizer.clone())
    }

    /// Another one on the same vocabulary and cache.
    pub(crate) fn another(&self) -> Outcome<Self> {
        self.read(|state| Self::of(state.tokenizer.clone(), state.member.clone()))
    }

    /// The name by which other threads reach the tokenizer as it is now.
    pub(crate) fn name(&self, by: Sharer) -> Outcome<u64> {
        self.change(|state| {
            let State { tokenizer, member, name } = state;
            *name.get_or_insert_with(|| {
                let name = SHARED.share(by, member.get_or_insert_default(), tokenizer.clone());
                self.names().push(name);
                name
            })
        })
    }

    /// Gives up vocabulary, cache and names.
    pub(crate) fn close(&self) {
        let state = self.state.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(state);
        for name in std::mem::take(&mut *self.names()) {
            SHARED.unpin(name);
        }
    }

    pub(crate) fn set_truncation(&self, truncation: Option<Truncation>) -> Outcome<()> {
        self.change(|state| state.set(|tokenizer| tokenizer.set_truncation(truncation)))
    }

    pub(crate) fn set_padding(&self, padding: Option<Padding>) -> Outcome<()> {
        self.change(|state| state.set(|tokenizer| tokenizer.set_padding(padding)))
    }

    /// Adds tokens, or tells how many it would have added if it has been closed since: the call ends as it would have. `before` is what it was made on.
    pub(crate) fn add_tokens(&self, before: CachedTokenizer, tokens: Vec<AddedToken>) -> Outcome<usize> {
        let _one_at_a_time = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let (changed, count) = self.snapshot().unwrap_or(before).with_added_tokens(tokens)?;
        if count > 0 {
            // Closed, there is nothing to change.
            let _ = self.change(|state| {
                state.tokenizer.adopt(&changed);
                state.leave();
            });
        }
        Ok(count)
    }

    pub(crate) fn enable_cache(&self, config: CacheConfig) -> Outcome<()> {
        self.change(|state| {
            state.tokenizer.enable_cache(config)?;
            state.leave();
            Ok(())
        })?
    }

    pub(crate) fn disable_cache(&self) -> Outcome<()> {
        self.change(|state| {
            state.tokenizer.disable_cache();
            state.leave();
        })
    }

    /// `other` is a snapshot, so that a tokenizer may be asked to share with itself.
    pub(crate) fn share_cache_from(&self, other: &CachedTokenizer) -> Outcome<()> {
        self.change(|state| {
            let had = state.tokenizer.has_cache_of(other);
            state.tokenizer.share_cache_from(other)?;
            if !had {
                state.leave();
            }
            Ok(())
        })?
    }

    fn read<T>(&self, look: impl FnOnce(&State) -> T) -> Outcome<T> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(look).ok_or(CLOSED)
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> Outcome<T> {
        self.state.write().unwrap_or_else(PoisonError::into_inner).as_mut().map(change).ok_or(CLOSED)
    }

    fn names(&self) -> MutexGuard<'_, Vec<u64>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const CLOSED: Failure = Failure::Closed("this tokenizer has been closed");

impl State {
    fn set(&mut self, change: impl FnOnce(&mut CachedTokenizer)) {
        change(&mut self.tokenizer);
        self.name = None;
    }

    /// From now on this vocabulary or cache is another one than that of its clones.
    fn leave(&mut self) {
        self.member = self.member.as_ref().map(|_| Membership::new());
        self.name = None;
    }
}
