use std::sync::{Arc, Mutex, PoisonError};

use cached_tokenizer::{CallSettings, CountStream, Error};
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::{
    call::{NativeCancelFlag, cancelled_by},
    count_job::number,
    error::{Failure, Outcome},
    job::{Job, JobTask, spawn},
    text::{SMALL_UNITS, Text},
};

/// A text that is counted as it comes, stretch by stretch.
#[napi]
pub struct NativeCountStream {
    /// Away while a stretch is counted, and for good after the last one or a failure.
    state: Arc<Mutex<Option<State>>>,
}

struct State {
    stream: CountStream,
    /// How much came before, to say where bad UTF-8 stands in the whole text.
    bytes: usize,
}

impl NativeCountStream {
    pub(crate) fn new(stream: CountStream) -> Self {
        Self { state: Arc::new(Mutex::new(Some(State { stream, bytes: 0 }))) }
    }
}

#[napi]
impl NativeCountStream {
    /// Takes the next stretch. Gives the number of tokens so far that nothing behind it can change, or that of the whole text with the last one.
    #[napi(ts_return_type = "Promise<number>")]
    pub fn push(
        &self,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] stretch: Text,
        last: bool,
        cancel: Option<&NativeCancelFlag>,
    ) -> AsyncTask<JobTask<StretchJob>> {
        let call = cancelled_by(cancel);
        spawn(StretchJob { state: Arc::clone(&self.state), stretch, last, call })
    }
}

/// Counts one stretch.
pub struct StretchJob {
    state: Arc<Mutex<Option<State>>>,
    stretch: Text,
    last: bool,
    call: CallSettings,
}

impl Job for StretchJob {
    type Output = usize;
    type JsValue = f64;

    fn is_small(&self) -> bool {
        self.stretch.units() <= SMALL_UNITS
    }

    fn run(self) -> Outcome<usize> {
        let lock = || self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = lock().take();
        let Some(State { mut stream, bytes }) = taken else {
            return Err(Failure::Argument("a stretch is being counted, or the last one was".to_owned()));
        };
        let stretch = self.stretch.into_utf8().map_err(|failure| further_on(failure, bytes))?;
        stream.set_call(self.call);
        if self.last {
            return Ok(stream.finish(&stretch)?);
        }
        let count = stream.push(&stretch)?;
        *lock() = Some(State { stream, bytes: bytes + stretch.len() });
        Ok(count)
    }

    fn convert(count: usize) -> f64 {
        number(count)
    }
}

fn further_on(failure: Failure, bytes: usize) -> Failure {
    match failure {
        Failure::Core(Error::InvalidUtf8 { offset }) => Failure::Core(Error::InvalidUtf8 { offset: bytes + offset }),
        failure => failure,
    }
}
