use cached_tokenizer::CountStream;
use napi::{Env, bindgen_prelude::AsyncTask};
use napi_derive::napi;

use crate::{
    call::NativeCancelFlag,
    count_stream::NativeCountStream,
    encode_options::NativeCountOptions,
    fit_job::{FitJob, NativeFit},
    job::{JobTask, run_now, spawn},
    text::Text,
    tokenizer::NativeTokenizer,
    window_job::{NativeWindowCounts, WindowJob},
};

#[napi]
impl NativeTokenizer {
    /// Counts a text that comes in stretches.
    #[napi]
    pub fn count_stream(&self, env: Env, options: NativeCountOptions) -> napi::Result<NativeCountStream> {
        let options = options.resolve().map_err(|failure| failure.into_js(env))?;
        Ok(NativeCountStream::new(CountStream::new(&self.snapshot(env)?, options)))
    }

    /// Counts windows of a longer text, each between the first and the last place where the text can be cut. `opens` and `ends` tell whether the
    /// first one begins, and the last one ends, where the text does.
    #[napi(ts_return_type = "Promise<NativeWindowCounts>")]
    pub fn count_windows(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] windows: Vec<Text>,
        opens: bool,
        ends: bool,
        options: NativeCountOptions,
        cancel: Option<&NativeCancelFlag>,
    ) -> napi::Result<AsyncTask<JobTask<WindowJob>>> {
        Ok(spawn(WindowJob { tokenizer: self.cancellable(env, cancel)?, windows, opens, ends, options }))
    }

    /// Counts windows at once.
    #[napi]
    pub fn count_windows_sync(
        &self,
        env: Env,
        #[napi(ts_arg_type = "Array<string | Uint8Array | { parts: string[] }>")] windows: Vec<Text>,
        opens: bool,
        ends: bool,
        options: NativeCountOptions,
    ) -> napi::Result<NativeWindowCounts> {
        run_now(env, WindowJob { tokenizer: self.snapshot(env)?, windows, opens, ends, options })
    }

    /// The length of the longest start, or end, of a text that has at most `limit` tokens. Unless it is the whole text, null says that all of it has at
    /// most so many, and a longer part is needed.
    #[napi(ts_return_type = "Promise<number | null>")]
    pub fn truncate(
        &self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] } | NativeTextBuffer")] text: Text,
        fit: NativeFit,
        options: NativeCountOptions,
        cancel: Option<&NativeCancelFlag>,
    ) -> napi::Result<AsyncTask<JobTask<FitJob>>> {
        Ok(spawn(FitJob { tokenizer: self.cancellable(env, cancel)?, text, fit, options }))
    }
}
