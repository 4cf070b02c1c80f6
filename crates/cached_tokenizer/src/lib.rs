//! A tokenizer engine behind a shared segment cache.
//!
//! ```text
//! text -> split at added tokens -> cut into segments -> each: look up, else encode and fill -> core ids -> truncate -> template -> pad
//! ```
//!
//! Only core ids are cached: what the template, truncation and padding add depends on the call and is put around them afterwards. So
//! tokenizers with different settings share one cache, and each cuts its own output.
//!
//! [`CachedTokenizer`] is the way in. A clone of it shares the engine and the cache. This crate knows no JavaScript and, but for
//! what it hands through, no file format.

#![forbid(unsafe_code)]

mod assembly;
mod batch_error;
mod call;
mod count_stream;
mod cutter;
mod early_stop;
mod encode;
mod encoding;
mod helpers;
mod options;
mod padding;
mod segments;
mod token_limit;
mod tokenizer;
mod truncation;
mod window;

pub use batch_error::BatchError;
pub use call::{CallSettings, CancelFlag};
pub use count_stream::CountStream;
pub use encoding::{Encoding, TokenOffset};
pub use options::{CountOptions, EncodeOptions, Outputs, Setting};
pub use segment_cache::{CacheConfig, CacheStats, Eviction};
pub use token_limit::{Fit, Keep};
pub use tokenizer::CachedTokenizer;
pub use tokenizer_engine::{
    AddedToken, DecodeOptions, DecodeStream, EngineKind, Error, Inspection, Offset, PadTo, Padding, Result, Shorten,
    Side, SpecialTokens, TokenizerEngine, Truncation, UnknownIds, embedded_encodings,
};
pub use window::{Window, WindowCount};
