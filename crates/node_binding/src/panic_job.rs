use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::{
    error::Outcome,
    job::{Job, JobTask, spawn},
};

/// Panics on purpose.
pub struct PanicJob;

impl Job for PanicJob {
    type Output = ();
    type JsValue = ();

    #[expect(clippy::panic, reason = "that is what the job is for")]
    fn run(self) -> Outcome<()> {
        panic!("forced for a test")
    }

    fn convert((): ()) {}
}

/// Panics inside a task, so that a test of the built addon can show that the promise is rejected and the process lives on.
#[napi(ts_return_type = "Promise<void>")]
pub fn force_panic() -> AsyncTask<JobTask<PanicJob>> {
    spawn(PanicJob)
}
