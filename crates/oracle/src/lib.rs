//! Checks every fast path against the reference: plain `tokenizers` 0.23.2, uncached.
//!
//! [`Reference`] is that crate as it is. [`TextMixer`] makes seeded random texts full of what trips tokenizers up. [`compare`] encodes a
//! text with both sides and says where they differ, in words that reproduce the failure; [`compare_parts`] compares texts in parts with the whole. This crate ships nowhere; keeping it apart
//! lets its tests use the reference without giving the shipped crates a second way to it.

mod chance;
mod comparison;
mod component_files;
mod full_comparison;
mod guarded;
mod loading;
mod parts_comparison;
mod reference;
mod text_mixer;

pub use chance::is_left_to_chance;
pub use comparison::{Mode, compare, compare_ids};
pub use component_files::{committed_files, component_files};
pub use full_comparison::compare_full;
pub use guarded::{compare_guarded, guarded, keep_panic_messages};
pub use loading::{Loading, load_both};
pub use parts_comparison::compare_parts;
pub use reference::{Full, Reference, Row};
pub use text_mixer::TextMixer;
