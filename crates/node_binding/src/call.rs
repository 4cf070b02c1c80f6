use cached_tokenizer::{CallSettings, CancelFlag};
use napi_derive::napi;

/// A flag that stops running work at the next border of a segment.
#[napi]
pub struct NativeCancelFlag {
    flag: CancelFlag,
}

#[napi]
impl NativeCancelFlag {
    /// A flag that is not set.
    #[napi(constructor)]
    pub fn new() -> Self {
        Self { flag: CancelFlag::default() }
    }

    /// Sets the flag, for good.
    #[napi]
    pub fn cancel(&self) {
        self.flag.cancel();
    }
}

/// How a call runs that may be cancelled.
pub(crate) fn cancelled_by(flag: Option<&NativeCancelFlag>) -> CallSettings {
    CallSettings { cancel: flag.map(|flag| flag.flag.clone()), never_waits: false }
}

/// How a call runs on the JavaScript thread.
pub(crate) fn inline() -> CallSettings {
    CallSettings { cancel: None, never_waits: true }
}
