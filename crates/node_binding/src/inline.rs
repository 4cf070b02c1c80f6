use cached_tokenizer::{CachedTokenizer, EngineKind};
use napi::Env;
use napi_derive::napi;

use crate::{
    call::inline,
    count_job::{CountBatchJob, CountJob},
    encode_job::EncodeJob,
    encode_options::{NativeCountOptions, NativeEncodeOptions},
    job::run_now,
    native_encoding::NativeEncoding,
    text::Text,
    tokenizer::NativeTokenizer,
};

/// The largest input that is worked on at once on the JavaScript thread, in UTF-16 units or bytes: it takes less than a quarter of a millisecond
/// whatever it holds, which is about what the way to another thread and back takes.
///
/// `npm run bench:transfer` measures it on hostile text. The reference's own engine has no bound: its regexes may backtrack.
fn inline_units(engine: EngineKind) -> u32 {
    match engine {
        EngineKind::Classic => 0,
        EngineKind::ByteBpe
        | EngineKind::CharBpe
        | EngineKind::Unigram
        | EngineKind::WordPiece
        | EngineKind::WordLevel => 1024,
    }
}

#[napi]
impl NativeTokenizer {
    /// The largest input that may be worked on at once on the JavaScript thread, in UTF-16 units or bytes; of a batch all inputs together, each with 64
    /// more. 0 for none. With `literal`, the first call of a tokenizer takes longer.
    #[napi(getter)]
    pub fn inline_units(&self) -> u32 {
        inline_units(self.snapshot().engine())
    }

    /// Counts the tokens of a small text at once, without waiting for other threads: if they are filling the cache, it is left as it is.
    #[napi]
    pub fn count_inline(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        options: NativeCountOptions,
    ) -> napi::Result<f64> {
        run_now(env, CountJob { tokenizer: self.not_waiting(), text, options })
    }

    /// Counts the tokens of a few small texts at once, as `countInline` does.
    #[napi]
    pub fn count_batch_inline(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] texts: Vec<Text>,
        first: u32,
        options: NativeCountOptions,
    ) -> napi::Result<Vec<f64>> {
        run_now(env, CountBatchJob { tokenizer: self.not_waiting(), texts, first, options })
    }

    /// Encodes a small text or pair at once, as `countInline` counts.
    #[napi]
    pub fn encode_inline(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | null")] pair: Option<Text>,
        options: NativeEncodeOptions,
    ) -> napi::Result<NativeEncoding> {
        run_now(env, EncodeJob { tokenizer: self.not_waiting(), input: (text, pair), options })
    }

    fn not_waiting(&self) -> CachedTokenizer {
        self.snapshot().for_calls(inline())
    }
}
