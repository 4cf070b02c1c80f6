use cached_tokenizer::DecodeStream;
use napi::{Env, Result};
use napi_derive::napi;

use crate::{error::Failure, panic_guard::guarded};

/// A text that is decoded id by id, on the calling thread: one id is far less work than a thread hop.
#[napi]
pub struct NativeDecodeStream {
    stream: DecodeStream,
}

impl NativeDecodeStream {
    pub(crate) fn new(stream: DecodeStream) -> Self {
        Self { stream }
    }
}

#[napi]
impl NativeDecodeStream {
    /// Adds an id: the text that is certain now, often none.
    #[napi]
    pub fn push(&mut self, env: Env, id: u32) -> Result<String> {
        guarded(|| self.stream.push(id).map_err(Failure::from)).map_err(|failure| failure.into_js(env))
    }

    /// Ends the text: all that was held back. The stream is then at its start again.
    #[napi]
    pub fn flush(&mut self, env: Env) -> Result<String> {
        guarded(|| self.stream.flush().map_err(Failure::from)).map_err(|failure| failure.into_js(env))
    }
}
