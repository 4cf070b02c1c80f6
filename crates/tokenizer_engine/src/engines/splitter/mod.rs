//! Splitting a piece into words: natively where that is exact, as 0.23 does elsewhere.
//!
//! rc.3's native code and 0.23 classify characters by Unicode tables of different versions: a character that one of them takes for a
//! letter may be unassigned for the other. Those characters are listed for each pre-tokenizer in `table.rs`, which a scan over
//! every Unicode scalar value writes. A piece that holds one is split by 0.23's pre-tokenizer; all others are split alike, since a
//! pre-tokenizer sees nothing of a character but its classes.

mod component;
mod disputed;
mod table;
mod word_splitter;

pub(crate) use component::{Component, components, deepseek_members};
use disputed::Disputed;
pub(crate) use word_splitter::Splitter;
