use std::{
    cell::RefCell,
    panic::{self, AssertUnwindSafe, catch_unwind},
};

use cached_tokenizer::{CachedTokenizer, DecodeOptions, UnknownIds};

use crate::{
    comparison::{Mode, compare},
    reference::Reference,
};

thread_local! {
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what panics say for the failure that names them, instead of printing it: the reference panics by the thousand, and its messages
/// would bury the one that counts. That one comes from a test of this crate, and is printed.
pub fn keep_panic_messages() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let is_of_test = panic.location().is_some_and(|location| location.file().contains("oracle"));
        if is_of_test { print(panic) } else { LAST_PANIC.set(panic.to_string()) }
    }));
}

/// What the call gives, or nothing if it panics. The reference panics on inputs made to trip it up; it then gives no answer to compare
/// with.
pub fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}

/// [`compare`] where the reference may panic: nothing is then asked of ours but not to panic.
///
/// # Errors
///
/// What differs, or that ours panics.
pub fn compare_guarded(
    reference: &mut Reference,
    tokenizer: &CachedTokenizer,
    text: &str,
    pair: Option<&str>,
    mode: Mode,
) -> Result<(), String> {
    match guarded(|| compare(reference, tokenizer, text, pair, mode)) {
        Some(result) => result,
        None => compare_around_panic(reference, tokenizer, text, pair, mode),
    }
}

/// Compares step by step after one of the two has panicked: what the reference still answers must be answered alike.
fn compare_around_panic(
    reference: &mut Reference,
    tokenizer: &CachedTokenizer,
    text: &str,
    pair: Option<&str>,
    mode: Mode,
) -> Result<(), String> {
    let ours = guarded(|| tokenizer.encode(text, pair, &mode.options())).ok_or_else(our_panic)?;
    let ids = match (guarded(|| reference.encode(text, pair, mode)), ours) {
        (None, _) | (Some(Err(_)), Err(_)) => return Ok(()),
        (Some(Ok(expected)), Ok(actual)) if expected == actual.ids => actual.ids,
        (Some(expected), ours) => {
            return Err(format!("expected {expected:?}, got {:?}", ours.map(|actual| actual.ids)));
        }
    };
    for skip_special_tokens in [false, true] {
        let options = DecodeOptions { skip_special_tokens, unknown_ids: UnknownIds::Skip };
        let ours =
            guarded(|| tokenizer.decode(&ids, options)).ok_or_else(|| format!("{} on ids {ids:?}", our_panic()))?;
        match (guarded(|| reference.decode(&ids, skip_special_tokens)), ours) {
            (None, _) | (Some(Err(_)), Err(_)) => {}
            (Some(Ok(expected)), Ok(actual)) if expected == actual => {}
            (Some(expected), ours) => return Err(format!("expected decoded {expected:?}, got {ours:?}; ids {ids:?}")),
        }
    }
    Ok(())
}

/// Says that ours panics, and how, if the messages are kept.
pub(crate) fn our_panic() -> String {
    format!("ours panics: {}", LAST_PANIC.take())
}
