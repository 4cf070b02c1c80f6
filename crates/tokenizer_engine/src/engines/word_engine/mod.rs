//! The engine that all our own models share: split a piece into words, remember the ids of words, ask the model for the others.

mod engine;
mod word_cache;
mod word_model;

pub(crate) use engine::WordEngine;
pub(crate) use word_model::WordModel;
