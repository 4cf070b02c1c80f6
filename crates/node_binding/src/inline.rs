use cached_tokenizer::{CachedTokenizer, EngineKind};
use napi::Env;
use napi_derive::napi;

use crate::{
    call::inline,
    count_job::{CountBatchJob, CountJob},
    encode_job::EncodeJob,
    encode_options::{NativeCountOptions, NativeEncodeOptions},
    error::Outcome,
    job::Job as _,
    native_encoding::NativeEncoding,
    panic_guard::guarded,
    text::Text,
    tokenizer::NativeTokenizer,
};

/// The largest input that is worked on at once on the JavaScript thread, in UTF-16 units or bytes. With what [`TokenizerEngine::is_prompt`] leaves
/// out, it takes less than a quarter of a millisecond on hostile text, as `npm run bench:transfer` measures; that is about as long as the way to another
/// thread and back.
///
/// [`TokenizerEngine::is_prompt`]: cached_tokenizer::TokenizerEngine::is_prompt
const INLINE_UNITS: u32 = 512;

#[napi]
impl NativeTokenizer {
    /// The largest input that may be worked on at once on the JavaScript thread, in UTF-16 units or bytes; of a batch all inputs together, each with 64
    /// more. 0 for none.
    #[napi(getter)]
    pub fn inline_units(&self, env: Env) -> napi::Result<u32> {
        Ok(if self.snapshot(env)?.engine() == EngineKind::Classic { 0 } else { INLINE_UNITS })
    }

    /// Counts the tokens of a small text at once, without waiting for other threads: if they are filling the cache, it is left as it is. Gives null
    /// where that is not sure to be quick: on a tokenizer that no task has run on yet, and for texts that need the reference's own code.
    #[napi]
    pub fn count_inline(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        options: NativeCountOptions,
    ) -> napi::Result<Option<f64>> {
        let job = CountJob { tokenizer: self.not_waiting(env)?, text, options };
        at_once(env, || job.run_if_prompt(), CountJob::convert)
    }

    /// Counts the tokens of a few small texts at once, as `countInline` does.
    #[napi]
    pub fn count_batch_inline(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] texts: Vec<Text>,
        first: u32,
        options: NativeCountOptions,
    ) -> napi::Result<Option<Vec<f64>>> {
        let job = CountBatchJob { tokenizer: self.not_waiting(env)?, texts, first, options };
        at_once(env, || job.run_if_prompt(), CountBatchJob::convert)
    }

    /// Encodes a small text or pair at once, as `countInline` counts.
    #[napi]
    pub fn encode_inline(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | null")] pair: Option<Text>,
        options: NativeEncodeOptions,
    ) -> napi::Result<Option<NativeEncoding>> {
        let job = EncodeJob { tokenizer: self.not_waiting(env)?, input: (text, pair), options };
        at_once(env, || job.run_if_prompt(), EncodeJob::convert)
    }

    fn not_waiting(&self, env: Env) -> napi::Result<CachedTokenizer> {
        Ok(self.snapshot(env)?.for_calls(inline()))
    }
}

fn at_once<T, J>(
    env: Env,
    work: impl FnOnce() -> Outcome<Option<T>>,
    convert: impl FnOnce(T) -> J,
) -> napi::Result<Option<J>> {
    guarded(work).map(|output| output.map(convert)).map_err(|failure| failure.into_js(env))
}
