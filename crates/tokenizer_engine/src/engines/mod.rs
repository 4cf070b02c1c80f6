//! The engines that turn a piece of normalized text into ids.

mod choice;
mod classic;
mod engine;
mod native;
mod pipeline;
mod scratch_pool;

pub(crate) use choice::{Choice, choose};
pub(crate) use engine::Engine;
pub use engine::{EngineKind, Position};
