//! Byte pair encoding on tables of our own: byte-level, the model of nearly all current language models, and character-level with byte
//! fallback, as SentencePiece trains it.
//!
//! Every look-up compares in full what it looks up: words their bytes, pairs both their ids. So ids are exact by construction, where a
//! table that compares digests could be led to a wrong token by crafted text. The hashes are seeded, which keeps crafted keys from
//! slowing the tables down.

mod bridges;
mod byte_bpe;
mod byte_bridges;
mod byte_level;
mod byte_model;
mod char_bpe;
mod common_chars;
mod merge;
mod merges_json;
mod pair_table;
mod requirements;
mod whole_chars;
mod whole_words;

pub(crate) use byte_bpe::ByteBpe;
pub(crate) use byte_level::ByteLevel;
pub(crate) use byte_model::ByteModel;
pub(crate) use char_bpe::CharBpe;
pub(crate) use pair_table::Merge;
