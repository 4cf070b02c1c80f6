//! A tokenizer.json, read as far as every engine needs it.
//!
//! The parts around the model are deserialized by 0.23's own types, so that their defaults, their old spellings and their errors are
//! the same. The model is nine tenths of the file: it stays raw text, and only the engine that serves it parses it.

mod file;
mod model;
mod summary;

pub(crate) use file::Definition;
pub(crate) use model::{ModelFields, ModelParts};
pub(crate) use summary::component_summary;
