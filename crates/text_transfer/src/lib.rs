//! Texts on their way from JavaScript: UTF-16 becomes UTF-8, and the buffers for both are used again.
//!
//! It is apart from the binding, which needs a JavaScript engine to run, so that it can be tested without one.

mod buffers;
mod error;
mod transcode;

pub use buffers::{Utf8Buffer, Utf16Buffer};
pub use error::{Error, Result};
pub use transcode::utf8_from_utf16;
