//! Text to token ids, uncached and exact: for every tokenizer.json that `tokenizers` 0.23 loads, the ids are that crate's.
//!
//! ```text
//! text -> split at added tokens -> piece -> normalize -> split at normalized added tokens -> engine -> ids
//! ```
//!
//! Everything around the model is ours or 0.23's own code; the piece in the middle is encoded by one of several engines, chosen when
//! the file is loaded. [`TokenizerEngine`] is the way in.
//!
//! This crate knows no cache and no JavaScript. It is the only one that uses `tokenizers`.

#![forbid(unsafe_code)]

mod added_tokens;
mod byte_alphabet;
mod cuts;
mod decode_stream;
mod decoder;
mod definition;
mod embedded;
mod engines;
mod error;
mod inspection;
mod limits;
mod literal;
mod lookup;
mod normalizer;
mod offsets;
mod post_processing;
mod reference_panic;
mod serialization;
mod source;
mod template;
mod tokenizer;
mod tokenizer_config;
mod vocabulary;
mod words;

pub use added_tokens::{AddedToken, Fragment, SpecialTokens};
pub use cuts::CUT_CONTEXT_BYTES;
pub use decode_stream::DecodeStream;
pub use decoder::{DecodeOptions, UnknownIds};
pub use embedded::{embedded_encodings, embedded_tokenizer_json};
pub use engines::{EngineKind, Position};
pub use error::{Error, Result};
pub use inspection::{Inspection, ModelInspection};
pub use limits::{PadTo, Padding, Shorten, Side, Truncation};
pub use post_processing::{Processed, ProcessedToken, Sequence};
pub use template::{Template, TemplatePiece};
pub use tokenizer::TokenizerEngine;
pub use words::{Offset, WordEnd, WordKind, Words};
