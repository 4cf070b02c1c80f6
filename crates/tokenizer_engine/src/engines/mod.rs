//! The engines that turn a piece of normalized text into ids.
//!
//! All models have native code of ours: [`word_engine`] splits a piece and remembers words, and a model encodes the words that are new.
//! What a model or a splitter cannot do exactly as 0.23 does is served by [`classic`], which is 0.23 itself.

mod bpe;
mod choice;
mod classic;
mod engine;
mod refusal;
mod scratch_pool;
mod splitter;
mod unigram;
mod word_engine;
mod word_level;
mod word_piece;

pub(crate) use bpe::{ByteModel, Merge};
pub(crate) use choice::{Choice, choose, choose_byte_bpe};
pub(crate) use classic::normalized_at;
pub(crate) use engine::{Engine, ModelDetails};
pub use engine::{EngineKind, Position};
pub(crate) use splitter::{Component, components, deepseek_members};
