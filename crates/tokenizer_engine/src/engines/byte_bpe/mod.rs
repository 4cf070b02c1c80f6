//! Byte-level BPE, the model of nearly all current language models, on tables of our own.
//!
//! Every look-up compares in full what it looks up: words their bytes, pairs both their ids. So ids are exact by construction, where a
//! table that compares digests could be led to a wrong token by crafted text. The hashes are seeded, which keeps crafted keys from
//! slowing the tables down.
//!
//! ```text
//! text -> words (splitter) -> each word: word cache, else vocabulary (if whole words count), else merge its bytes by rank -> ids
//! ```

mod engine;
mod merge;
mod model;
mod pair_table;
mod word_cache;

pub(crate) use engine::ByteBpe;
pub(crate) use model::ByteModel;
pub(crate) use pair_table::Merge;
