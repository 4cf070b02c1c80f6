//! What threads meet at: the locks of the standard library, and in models those of loom, which runs the threads in every order.

#[cfg(all(test, tokenwell_loom))]
pub(crate) use loom::sync::{Mutex, MutexGuard};
#[cfg(not(all(test, tokenwell_loom)))]
pub(crate) use std::sync::{Mutex, MutexGuard};
