use background_work::run_at_low_priority;
use napi::{
    Env, Task,
    bindgen_prelude::{AsyncTask, ToNapiValue, TypeName},
};

use crate::{
    error::{Failure, Outcome},
    panic_guard::guarded,
};

/// A piece of work that owns its input.
pub trait Job: Send + Sized + 'static {
    /// What the work gives, made off the JavaScript thread.
    type Output: Send + 'static;
    /// What JavaScript gets.
    type JsValue: ToNapiValue + TypeName;

    /// Gets ready what later calls may need at once; on another thread than JavaScript's.
    fn prepare(&self) {}

    /// Whether it is over before anybody could be in its way, so that a thread of its own would only cost.
    fn is_small(&self) -> bool {
        false
    }

    /// Does the work, on any thread.
    fn run(self) -> Outcome<Self::Output>;

    /// Converts the result, on the JavaScript thread.
    fn convert(output: Self::Output) -> Self::JsValue;
}

/// A job on the libuv pool, or on a thread of low priority that a thread of the pool waits for.
pub struct JobTask<J: Job>(Option<J>);

/// Queues a job.
pub(crate) fn spawn<J: Job>(job: J) -> AsyncTask<JobTask<J>> {
    AsyncTask::new(JobTask(Some(job)))
}

/// Runs a job at once, on the calling thread.
pub(crate) fn run_now<J: Job>(env: Env, job: J) -> napi::Result<J::JsValue> {
    guarded(|| job.run()).map(J::convert).map_err(|failure| failure.into_js(env))
}

impl<J: Job> Task for JobTask<J> {
    /// A failure travels as a value, since only on the JavaScript thread can it become an error with a `code`.
    type Output = Outcome<J::Output>;
    type JsValue = J::JsValue;

    fn compute(&mut self) -> napi::Result<Self::Output> {
        let job = self.0.take();
        let Some(job) = job else { return Ok(Err(Failure::Panic("a task ran twice".to_owned()))) };
        let is_small = job.is_small();
        let work = || {
            guarded(|| {
                job.prepare();
                job.run()
            })
        };
        Ok(if is_small { work() } else { run_at_low_priority(work) })
    }

    fn resolve(&mut self, env: Env, output: Self::Output) -> napi::Result<Self::JsValue> {
        output.map(J::convert).map_err(|failure| failure.into_js(env))
    }
}
