use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::error::{Error, Result};

/// Runs code of the reference that panics on some input, such as a regex that gives up after too much backtracking. Its panic is a known
/// way to fail, so it becomes an error. Whatever the call was building is dropped with the panic, and it changes nothing else.
pub(crate) fn catch_panic<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Error::encode(message(&*payload))))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("the reference panics: {}", text.unwrap_or("no message"))
}
