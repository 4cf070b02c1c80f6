use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use cached_tokenizer::CachedTokenizer;
use napi::{
    Env,
    bindgen_prelude::{AsyncTask, Either, ObjectFinalize, Uint32Array},
};
use napi_derive::napi;

use crate::{
    call::{NativeCancelFlag, cancelled_by},
    count_job::{CountBatchJob, CountJob},
    decode_job::DecodeJob,
    decode_stream::NativeDecodeStream,
    encode_job::{EncodeBatchJob, EncodeJob},
    encode_options::{NativeCountOptions, NativeEncodeOptions, NativePadding, NativeTruncation},
    error::Outcome,
    job::{JobTask, run_now, spawn},
    native_encoding::NativeEncoding,
    options::{NativeDecodeOptions, NativeSegmentCacheOptions},
    serialize_job::SerializeJob,
    slot::TokenizerSlot,
    stats::NativeSegmentCacheStats,
    text::Text,
};

/// A loaded tokenizer. The vocabulary and the cache behind it are shared by its clones.
#[napi(custom_finalize)]
pub struct NativeTokenizer {
    slot: Arc<TokenizerSlot>,
    /// What the engine has been told that this object holds, in bytes.
    announced: AtomicI64,
}

impl NativeTokenizer {
    pub(crate) fn new(tokenizer: CachedTokenizer) -> Self {
        Self::open(TokenizerSlot::new(tokenizer))
    }

    pub(crate) fn open(slot: TokenizerSlot) -> Self {
        Self { slot: Arc::new(slot), announced: AtomicI64::new(0) }
    }

    pub(crate) fn slot(&self) -> Arc<TokenizerSlot> {
        Arc::clone(&self.slot)
    }

    /// The tokenizer as it is now.
    pub(crate) fn snapshot(&self, env: Env) -> napi::Result<CachedTokenizer> {
        self.slot.snapshot().map_err(|failure| failure.into_js(env))
    }

    /// The tokenizer as it is now, for a call that may be cancelled.
    pub(crate) fn cancellable(&self, env: Env, cancel: Option<&NativeCancelFlag>) -> napi::Result<CachedTokenizer> {
        Ok(self.snapshot(env)?.for_calls(cancelled_by(cancel)))
    }
}

#[napi]
impl NativeTokenizer {
    /// The engine that serves this tokenizer.
    #[napi(getter)]
    pub fn engine(&self, env: Env) -> napi::Result<String> {
        Ok(self.snapshot(env)?.engine().to_string())
    }

    /// The truncation in force unless a call has its own.
    #[napi]
    pub fn truncation(&self, env: Env) -> napi::Result<Option<NativeTruncation>> {
        Ok(self.snapshot(env)?.truncation().map(Into::into))
    }

    /// Sets the truncation, for this clone alone.
    #[napi]
    pub fn set_truncation(&self, env: Env, truncation: Option<NativeTruncation>) -> napi::Result<()> {
        let truncation: Outcome<_> = truncation.as_ref().map(TryInto::try_into).transpose();
        let set = truncation.and_then(|truncation| self.slot.set_truncation(truncation));
        set.map_err(|failure| failure.into_js(env))
    }

    /// The padding in force unless a call has its own.
    #[napi]
    pub fn padding(&self, env: Env) -> napi::Result<Option<NativePadding>> {
        Ok(self.snapshot(env)?.padding().map(Into::into))
    }

    /// Sets the padding, for this clone alone.
    #[napi]
    pub fn set_padding(&self, env: Env, padding: Option<NativePadding>) -> napi::Result<()> {
        let padding: Outcome<_> = padding.as_ref().map(TryInto::try_into).transpose();
        let set = padding.and_then(|padding| self.slot.set_padding(padding));
        set.map_err(|failure| failure.into_js(env))
    }

    /// Encodes a text or a pair.
    #[napi(ts_return_type = "Promise<NativeEncoding>")]
    pub fn encode(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | NativeTextBuffer")] text: Text,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | NativeTextBuffer | null")] pair: Option<Text>,
        options: NativeEncodeOptions,
        cancel: Option<&NativeCancelFlag>,
    ) -> napi::Result<AsyncTask<JobTask<EncodeJob>>> {
        Ok(spawn(EncodeJob { tokenizer: self.cancellable(env, cancel)?, input: (text, pair), options }))
    }

    /// Encodes a text or a pair at once.
    #[napi]
    pub fn encode_sync(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | NativeTextBuffer")] text: Text,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | NativeTextBuffer | null")] pair: Option<Text>,
        options: NativeEncodeOptions,
    ) -> napi::Result<NativeEncoding> {
        run_now(env, EncodeJob { tokenizer: self.snapshot(env)?, input: (text, pair), options })
    }

    /// Encodes a batch of texts and pairs, or a part of one that begins with its input number `first`.
    #[napi(ts_return_type = "Promise<Array<NativeEncoding>>")]
    pub fn encode_batch(
        &self,
        env: Env,
        #[napi(
            ts_arg_type = "Array<string | Uint8Array | { parts: string[] } | NativeTextBuffer | Array<string | Uint8Array | { parts: string[] } | NativeTextBuffer>>"
        )]
        inputs: Vec<Either<Vec<Text>, Text>>,
        first: u32,
        options: NativeEncodeOptions,
        cancel: Option<&NativeCancelFlag>,
    ) -> napi::Result<AsyncTask<JobTask<EncodeBatchJob>>> {
        Ok(spawn(EncodeBatchJob { tokenizer: self.cancellable(env, cancel)?, inputs, first, options }))
    }

    /// Encodes a batch of texts and pairs at once.
    #[napi]
    pub fn encode_batch_sync(
        &self,
        env: Env,
        #[napi(
            ts_arg_type = "Array<string | Uint8Array | { parts: string[] } | NativeTextBuffer | Array<string | Uint8Array | { parts: string[] } | NativeTextBuffer>>"
        )]
        inputs: Vec<Either<Vec<Text>, Text>>,
        first: u32,
        options: NativeEncodeOptions,
    ) -> napi::Result<Vec<NativeEncoding>> {
        run_now(env, EncodeBatchJob { tokenizer: self.snapshot(env)?, inputs, first, options })
    }

    /// Counts the tokens of a text.
    #[napi(ts_return_type = "Promise<number>")]
    pub fn count(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        options: NativeCountOptions,
        cancel: Option<&NativeCancelFlag>,
    ) -> napi::Result<AsyncTask<JobTask<CountJob>>> {
        Ok(spawn(CountJob { tokenizer: self.cancellable(env, cancel)?, text, options }))
    }

    /// Counts the tokens of a text at once.
    #[napi]
    pub fn count_sync(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] text: Text,
        options: NativeCountOptions,
    ) -> napi::Result<f64> {
        run_now(env, CountJob { tokenizer: self.snapshot(env)?, text, options })
    }

    /// Counts the tokens of each text of a batch, or of a part of one that begins with its text number `first`.
    #[napi(ts_return_type = "Promise<Array<number>>")]
    pub fn count_batch(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] texts: Vec<Text>,
        first: u32,
        options: NativeCountOptions,
        cancel: Option<&NativeCancelFlag>,
    ) -> napi::Result<AsyncTask<JobTask<CountBatchJob>>> {
        Ok(spawn(CountBatchJob { tokenizer: self.cancellable(env, cancel)?, texts, first, options }))
    }

    /// Counts the tokens of each text of a batch at once.
    #[napi]
    pub fn count_batch_sync(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] texts: Vec<Text>,
        first: u32,
        options: NativeCountOptions,
    ) -> napi::Result<Vec<f64>> {
        run_now(env, CountBatchJob { tokenizer: self.snapshot(env)?, texts, first, options })
    }

    /// Turns ids back into text.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn decode(
        &self,
        env: Env,
        ids: Uint32Array,
        options: NativeDecodeOptions,
    ) -> napi::Result<AsyncTask<JobTask<DecodeJob>>> {
        Ok(spawn(self.decode_job(env, &ids, options)?))
    }

    /// Turns ids back into text at once.
    #[napi]
    pub fn decode_sync(&self, env: Env, ids: Uint32Array, options: NativeDecodeOptions) -> napi::Result<String> {
        run_now(env, self.decode_job(env, &ids, options)?)
    }

    /// A text that is decoded id by id.
    #[napi]
    pub fn decode_stream(&self, env: Env, options: NativeDecodeOptions) -> napi::Result<NativeDecodeStream> {
        Ok(NativeDecodeStream::new(self.snapshot(env)?.decode_stream(options.resolve())))
    }

    /// The tokenizer as a tokenizer.json.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn serialize(&self, env: Env) -> napi::Result<AsyncTask<JobTask<SerializeJob>>> {
        Ok(spawn(SerializeJob { tokenizer: self.snapshot(env)? }))
    }

    /// The tokenizer as a tokenizer.json, at once.
    #[napi]
    pub fn serialize_sync(&self, env: Env) -> napi::Result<String> {
        run_now(env, SerializeJob { tokenizer: self.snapshot(env)? })
    }

    /// A tokenizer on the same vocabulary and the same cache.
    #[napi(js_name = "clone")]
    pub fn another(&self, env: Env) -> napi::Result<Self> {
        self.slot.another().map(Self::open).map_err(|failure| failure.into_js(env))
    }

    /// The tokenizer as it is now, for a call that goes on after this one may have been changed or closed.
    #[napi]
    pub fn hold(&self, env: Env) -> napi::Result<Self> {
        Ok(Self::open(TokenizerSlot::held(self.snapshot(env)?)))
    }

    /// Gives up the vocabulary and the cache. Calls that run keep them until they end.
    #[napi]
    pub fn close(&self, env: Env) -> napi::Result<()> {
        self.slot.close();
        self.announce(env, 0)?;
        Ok(())
    }

    /// Tells the garbage collector what the vocabulary takes, so that it does not take this object for a small one. Whoever has loaded it says so,
    /// and none of its clones; saying it twice changes nothing. Gives the bytes that the collector has been told of by all native code.
    #[napi]
    pub fn announce_memory(&self, env: Env) -> napi::Result<i64> {
        let bytes = self.snapshot(env)?.vocabulary_bytes();
        self.announce(env, i64::try_from(bytes).unwrap_or(i64::MAX))
    }

    /// What the cache did and holds; null without a cache.
    #[napi]
    pub fn segment_cache_stats(&self, env: Env) -> napi::Result<Option<NativeSegmentCacheStats>> {
        Ok(self.snapshot(env)?.cache_stats().map(Into::into))
    }

    /// Empties the cache, for every tokenizer that shares it.
    #[napi]
    pub fn clear_segment_cache(&self, env: Env) -> napi::Result<()> {
        self.snapshot(env)?.clear_cache();
        Ok(())
    }

    /// Gives this tokenizer an empty cache of its own.
    #[napi]
    pub fn enable_segment_cache(&self, env: Env, cache: NativeSegmentCacheOptions) -> napi::Result<()> {
        let enabled = cache.config().and_then(|config| self.slot.enable_cache(config));
        enabled.map_err(|failure| failure.into_js(env))
    }

    /// Leaves this tokenizer without a cache.
    #[napi]
    pub fn disable_segment_cache(&self, env: Env) -> napi::Result<()> {
        self.slot.disable_cache().map_err(|failure| failure.into_js(env))
    }

    /// Shares the cache of another tokenizer, or has none if that has none.
    #[napi]
    pub fn share_segment_cache_from(&self, env: Env, other: &NativeTokenizer) -> napi::Result<()> {
        self.slot.share_cache_from(&other.snapshot(env)?).map_err(|failure| failure.into_js(env))
    }

    /// What the tokenizer is and why its engine serves it, as JSON.
    #[napi]
    pub fn inspect(&self, env: Env) -> napi::Result<String> {
        Ok(self.snapshot(env)?.inspection().to_json())
    }

    fn announce(&self, env: Env, bytes: i64) -> napi::Result<i64> {
        let before = self.announced.swap(bytes, Ordering::Relaxed);
        env.adjust_external_memory(bytes - before)
    }

    fn decode_job(&self, env: Env, ids: &Uint32Array, options: NativeDecodeOptions) -> napi::Result<DecodeJob> {
        Ok(DecodeJob { tokenizer: self.snapshot(env)?, ids: ids.to_vec(), options })
    }
}

impl ObjectFinalize for NativeTokenizer {
    fn finalize(self, env: Env) -> napi::Result<()> {
        self.announce(env, 0)?;
        Ok(())
    }
}
