//! Vocabularies that ship inside the addon, so that they need no file and no network.

mod compact;
mod encoding;

pub(crate) use encoding::{definition_json, embedded_vocabulary};
pub use encoding::{embedded_encodings, embedded_tokenizer_json};
