//! Turns panics into failures.
//!
//! A panic that the guard catches is reported to the caller with its place in the source, so the usual report on standard error is left
//! out: a server's log is not ours to write to. A panic outside of the guard is still reported there.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook},
    sync::Once,
};

use crate::error::{Failure, Outcome};

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs work; a panic becomes a failure. Nothing that work shares is left half-changed by a panic: engines are immutable, scratch buffers
/// are dropped with it, and the cache only takes finished entries.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    HOOK.call_once(install_hook);
    IS_GUARDED.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(false);
    outcome.unwrap_or_else(|payload| Err(Failure::Panic(message(&*payload))))
}

/// The hook is this library's own: the standard library is linked into it, so no other addon is affected.
fn install_hook() {
    let report = take_hook();
    set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        if IS_GUARDED.get() {
            PLACE.set(info.location().map(ToString::to_string));
        } else {
            report(info);
        }
    }));
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place = PLACE.take().unwrap_or_else(|| "an unknown place".to_owned());
    format!("{} at {place}", text.unwrap_or("a panic without a message"))
}
