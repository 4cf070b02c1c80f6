use std::path::PathBuf;

use cached_tokenizer::{CachedTokenizer, TokenizerEngine, embedded_encodings};
use napi::{Env, bindgen_prelude::AsyncTask};
use napi_derive::napi;

use crate::{
    error::Outcome,
    job::{Job, JobTask, run_now, spawn},
    options::NativeLoadOptions,
    text::Text,
    tokenizer::NativeTokenizer,
};

/// Where a tokenizer comes from.
pub(crate) enum Source {
    Encoding(String),
    File(PathBuf),
    Json(Text),
}

/// Loads a tokenizer.
pub struct LoadJob {
    source: Source,
    options: NativeLoadOptions,
}

impl Job for LoadJob {
    type Output = CachedTokenizer;
    type JsValue = NativeTokenizer;

    fn run(self) -> Outcome<CachedTokenizer> {
        let cache = self.options.cache_config()?;
        let max_file_bytes = self.options.max_file_bytes()?;
        let engine = match self.source {
            Source::Encoding(name) => TokenizerEngine::from_encoding(&name)?,
            Source::File(path) => TokenizerEngine::from_file(&path, max_file_bytes)?,
            Source::Json(json) => TokenizerEngine::from_json(&json.into_utf8()?)?,
        };
        let control_tokens = self.options.control_tokens;
        let engine = if control_tokens.is_empty() { engine } else { engine.with_control_tokens(control_tokens)? };
        Ok(CachedTokenizer::new(engine, cache))
    }

    fn convert(tokenizer: CachedTokenizer) -> NativeTokenizer {
        NativeTokenizer::new(tokenizer)
    }
}

/// Loads an embedded vocabulary.
#[napi(ts_return_type = "Promise<NativeTokenizer>")]
pub fn load_encoding(name: String, options: NativeLoadOptions) -> AsyncTask<JobTask<LoadJob>> {
    spawn(LoadJob { source: Source::Encoding(name), options })
}

/// Loads an embedded vocabulary at once.
#[napi]
pub fn load_encoding_sync(env: Env, name: String, options: NativeLoadOptions) -> napi::Result<NativeTokenizer> {
    run_now(env, LoadJob { source: Source::Encoding(name), options })
}

/// Loads a tokenizer.json, or the one in a folder.
#[napi(ts_return_type = "Promise<NativeTokenizer>")]
pub fn load_file(path: String, options: NativeLoadOptions) -> AsyncTask<JobTask<LoadJob>> {
    spawn(LoadJob { source: Source::File(path.into()), options })
}

/// Loads a tokenizer.json, or the one in a folder, at once.
#[napi]
pub fn load_file_sync(env: Env, path: String, options: NativeLoadOptions) -> napi::Result<NativeTokenizer> {
    run_now(env, LoadJob { source: Source::File(path.into()), options })
}

/// Loads the text of a tokenizer.json.
#[napi(ts_return_type = "Promise<NativeTokenizer>")]
pub fn load_json(
    #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | NativeTextBuffer")] json: Text,
    options: NativeLoadOptions,
) -> AsyncTask<JobTask<LoadJob>> {
    spawn(LoadJob { source: Source::Json(json), options })
}

/// Loads the text of a tokenizer.json at once.
#[napi]
pub fn load_json_sync(
    env: Env,
    #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | NativeTextBuffer")] json: Text,
    options: NativeLoadOptions,
) -> napi::Result<NativeTokenizer> {
    run_now(env, LoadJob { source: Source::Json(json), options })
}

/// The names of the embedded vocabularies.
#[napi(js_name = "embeddedEncodings")]
pub fn embedded_encoding_names() -> Vec<&'static str> {
    embedded_encodings()
}
