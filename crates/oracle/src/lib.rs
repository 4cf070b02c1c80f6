//! Checks every fast path against the reference: plain `tokenizers` 0.23.2, uncached.
//!
//! [`Reference`] is that crate as it is. [`TextMixer`] makes seeded random texts full of what trips tokenizers up. [`compare`] encodes a
//! text with both sides and says where they differ, in words that reproduce the failure. This crate ships nowhere; keeping it apart
//! lets its tests use the reference without giving the shipped crates a second way to it.

mod comparison;
mod reference;
mod text_mixer;

pub use comparison::{Mode, compare, compare_ids};
pub use reference::Reference;
pub use text_mixer::TextMixer;
