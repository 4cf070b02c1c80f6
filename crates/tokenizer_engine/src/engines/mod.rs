//! The engines that turn a piece of normalized text into ids.

mod byte_bpe;
mod choice;
mod classic;
mod engine;
mod pipeline;
mod reference_panic;
mod refusal;
mod scratch_pool;
mod splitter;

pub(crate) use byte_bpe::{ByteModel, Merge};
pub(crate) use choice::{Choice, choose, choose_byte_bpe};
pub(crate) use engine::Engine;
pub use engine::{EngineKind, Position};
