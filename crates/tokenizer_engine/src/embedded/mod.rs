//! Vocabularies that ship inside the addon, so that they need no file and no network.

mod byte_alphabet;
mod compact;
mod encoding;

pub use encoding::embedded_encodings;
pub(crate) use encoding::embedded_tokenizer_json;
