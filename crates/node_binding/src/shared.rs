use std::{
    hash::{BuildHasher as _, RandomState},
    process,
    sync::LazyLock,
};

use cached_tokenizer::CachedTokenizer;
use napi::Env;
use napi_derive::napi;
use shared_names::{ClaimError, Sharer, Table};

use crate::{
    error::{Failure, Outcome},
    slot::TokenizerSlot,
    tokenizer::NativeTokenizer,
};

/// What the threads of this process share.
pub(crate) static SHARED: LazyLock<Table<CachedTokenizer>> = LazyLock::new(Table::new);

/// Unlike that of every other process, also of one that has the same number later.
static PROCESS: LazyLock<String> =
    LazyLock::new(|| format!("{}-{:016x}", process::id(), RandomState::new().hash_one(process::id())));

/// What tells this process, or rather this copy of the addon in it, from others.
#[napi(js_name = "processName")]
pub fn process_name() -> &'static str {
    &PROCESS
}

/// An event loop as one that shares tokenizers. What is still pinned when it is gone is pinned no more.
#[napi]
pub struct NativeSharer {
    sharer: Sharer,
}

#[napi]
impl NativeSharer {
    /// The sharer of a loop.
    #[napi(constructor)]
    pub fn new() -> Self {
        Self { sharer: SHARED.sharer() }
    }

    /// The number by which every thread of this process reaches a tokenizer as it is now. It is pinned until that tokenizer is closed.
    #[napi]
    pub fn share(&self, env: Env, tokenizer: &NativeTokenizer) -> napi::Result<i64> {
        let name = tokenizer.slot().name(self.sharer).map_err(|failure| failure.into_js(env))?;
        Ok(i64::try_from(name).unwrap_or(i64::MAX))
    }
}

impl Drop for NativeSharer {
    fn drop(&mut self) {
        SHARED.unpin_all(self.sharer);
    }
}

/// A tokenizer on what some thread shares by this number.
#[napi]
pub fn claim_tokenizer(env: Env, name: i64) -> napi::Result<NativeTokenizer> {
    claimed(name).map(NativeTokenizer::open).map_err(|failure| failure.into_js(env))
}

fn claimed(name: i64) -> Outcome<TokenizerSlot> {
    let claimed = u64::try_from(name).map_err(|_| ClaimError::Unknown).and_then(|name| SHARED.claim(name));
    let (tokenizer, member) = claimed.map_err(|error| match error {
        ClaimError::Unknown => Failure::Argument(format!("no tokenizer was shared as number {name} in this process")),
        ClaimError::Closed => Failure::Closed("all tokenizers on what was shared have been closed"),
    })?;
    Ok(TokenizerSlot::member(tokenizer, member))
}
