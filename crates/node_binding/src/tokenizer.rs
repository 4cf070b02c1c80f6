use cached_tokenizer::CachedTokenizer;
use napi::{
    Env,
    bindgen_prelude::{AsyncTask, Either, Uint32Array},
};
use napi_derive::napi;

use crate::{
    count_job::{CountBatchJob, CountJob},
    decode_job::DecodeJob,
    encode_job::{EncodeBatchJob, EncodeJob, NativeEncoding},
    job::{JobTask, run_now, spawn},
    options::{NativeDecodeOptions, NativeEncodeOptions},
    stats::NativeSegmentCacheStats,
    text::Text,
};

/// A loaded tokenizer. The vocabulary and the cache behind it are shared by its clones.
#[napi]
pub struct NativeTokenizer {
    tokenizer: CachedTokenizer,
}

impl NativeTokenizer {
    pub(crate) fn new(tokenizer: CachedTokenizer) -> Self {
        Self { tokenizer }
    }
}

#[napi]
impl NativeTokenizer {
    /// The engine that serves this tokenizer.
    #[napi(getter)]
    pub fn engine(&self) -> String {
        self.tokenizer.engine().to_string()
    }

    /// The number of tokens, added ones included.
    #[napi]
    pub fn vocab_size(&self) -> u32 {
        u32::try_from(self.tokenizer.vocab_size()).unwrap_or(u32::MAX)
    }

    /// Encodes a text or a pair.
    #[napi(ts_return_type = "Promise<NativeEncoding>")]
    pub fn encode(
        &self,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | null")] pair: Option<Text>,
        options: NativeEncodeOptions,
    ) -> AsyncTask<JobTask<EncodeJob>> {
        spawn(self.encode_job(text, pair, options))
    }

    /// Encodes a text or a pair at once.
    #[napi]
    pub fn encode_sync(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | null")] pair: Option<Text>,
        options: NativeEncodeOptions,
    ) -> napi::Result<NativeEncoding> {
        run_now(env, self.encode_job(text, pair, options))
    }

    /// Encodes a batch of texts and pairs.
    #[napi(ts_return_type = "Promise<Array<NativeEncoding>>")]
    pub fn encode_batch(
        &self,
        #[napi(
            ts_arg_type = "Array<string | Uint8Array | { parts: string[] } | Array<string | Uint8Array | { parts: string[] }>>"
        )]
        inputs: Vec<Either<Vec<Text>, Text>>,
        options: NativeEncodeOptions,
    ) -> AsyncTask<JobTask<EncodeBatchJob>> {
        spawn(EncodeBatchJob { tokenizer: self.tokenizer.clone(), inputs, options })
    }

    /// Encodes a batch of texts and pairs at once.
    #[napi]
    pub fn encode_batch_sync(
        &self,
        env: Env,
        #[napi(
            ts_arg_type = "Array<string | Uint8Array | { parts: string[] } | Array<string | Uint8Array | { parts: string[] }>>"
        )]
        inputs: Vec<Either<Vec<Text>, Text>>,
        options: NativeEncodeOptions,
    ) -> napi::Result<Vec<NativeEncoding>> {
        run_now(env, EncodeBatchJob { tokenizer: self.tokenizer.clone(), inputs, options })
    }

    /// Counts the tokens of a text.
    #[napi(ts_return_type = "Promise<number>")]
    pub fn count(
        &self,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        options: NativeEncodeOptions,
    ) -> AsyncTask<JobTask<CountJob>> {
        spawn(CountJob { tokenizer: self.tokenizer.clone(), text, options })
    }

    /// Counts the tokens of a text at once.
    #[napi]
    pub fn count_sync(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        options: NativeEncodeOptions,
    ) -> napi::Result<f64> {
        run_now(env, CountJob { tokenizer: self.tokenizer.clone(), text, options })
    }

    /// Counts the tokens of each text of a batch.
    #[napi(ts_return_type = "Promise<Array<number>>")]
    pub fn count_batch(
        &self,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] texts: Vec<Text>,
        options: NativeEncodeOptions,
    ) -> AsyncTask<JobTask<CountBatchJob>> {
        spawn(CountBatchJob { tokenizer: self.tokenizer.clone(), texts, options })
    }

    /// Counts the tokens of each text of a batch at once.
    #[napi]
    pub fn count_batch_sync(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] texts: Vec<Text>,
        options: NativeEncodeOptions,
    ) -> napi::Result<Vec<f64>> {
        run_now(env, CountBatchJob { tokenizer: self.tokenizer.clone(), texts, options })
    }

    /// Turns ids back into text.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn decode(&self, ids: Uint32Array, options: NativeDecodeOptions) -> AsyncTask<JobTask<DecodeJob>> {
        spawn(self.decode_job(&ids, options))
    }

    /// Turns ids back into text at once.
    #[napi]
    pub fn decode_sync(&self, env: Env, ids: Uint32Array, options: NativeDecodeOptions) -> napi::Result<String> {
        run_now(env, self.decode_job(&ids, options))
    }

    /// A tokenizer on the same vocabulary and the same cache.
    #[napi(js_name = "clone")]
    pub fn share(&self) -> Self {
        Self { tokenizer: self.tokenizer.clone() }
    }

    /// What the cache did and holds; null without a cache.
    #[napi]
    pub fn segment_cache_stats(&self) -> Option<NativeSegmentCacheStats> {
        self.tokenizer.cache_stats().map(Into::into)
    }

    /// Empties the cache, for every tokenizer that shares it.
    #[napi]
    pub fn clear_segment_cache(&self) {
        self.tokenizer.clear_cache();
    }

    /// What the tokenizer is and why its engine serves it, as JSON.
    #[napi]
    pub fn inspect(&self) -> String {
        self.tokenizer.inspection().to_json()
    }

    fn encode_job(&self, text: Text, pair: Option<Text>, options: NativeEncodeOptions) -> EncodeJob {
        EncodeJob { tokenizer: self.tokenizer.clone(), input: (text, pair), options }
    }

    fn decode_job(&self, ids: &Uint32Array, options: NativeDecodeOptions) -> DecodeJob {
        DecodeJob { tokenizer: self.tokenizer.clone(), ids: ids.to_vec(), options }
    }
}
