use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use background_work::give_way;
use tokenizer_engine::{Error, Result};

/// Tells running calls, from any thread, that nobody wants their results any more. Clones are the same flag.
#[derive(Debug, Clone, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// Calls that run with this flag end with [`Error::Cancelled`] at the next border of a segment.
    pub fn cancel(&self) {
        // The flag guards no other memory, so nothing has to be ordered with it.
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How the calls on a tokenizer run; see [`crate::CachedTokenizer::for_calls`].
#[derive(Debug, Clone, Default)]
pub struct CallSettings {
    /// What cancels them.
    pub cancel: Option<CancelFlag>,
    /// Whether they run on a thread that must not wait: they give way to no other, and where others are filling the cache, they leave it as it is.
    pub never_waits: bool,
}

impl CallSettings {
    /// What a call does between two segments: it gives way to other threads, unless they wait for this one, and finds out whether it goes on.
    ///
    /// # Errors
    ///
    /// [`Error::Cancelled`] once the call is.
    pub(crate) fn check(&self) -> Result<()> {
        if !self.never_waits {
            give_way();
        }
        match &self.cancel {
            Some(cancel) if cancel.is_set() => Err(Error::Cancelled),
            _ => Ok(()),
        }
    }
}
