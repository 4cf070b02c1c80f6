use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::error::{Error, Result};

/// Runs code of the reference that panics on some input, such as a regex that gives up after too much backtracking, or a component whose
/// JSON breaks off. Its panic is a known way to fail, so `as_error` makes an error of what it says. Whatever the call was building is
/// dropped with the panic, and it changes nothing else.
pub(crate) fn catch_panic<T>(as_error: fn(String) -> Error, work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(as_error(message(&*payload))))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    format!("the reference panics: {}", text.unwrap_or("no message"))
}
