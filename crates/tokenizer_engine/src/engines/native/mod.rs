//! What the fast engine's pre-tokenizers do natively, and for which characters that is not what 0.23 does.
//!
//! Both sides classify characters by Unicode tables, of different versions: a character that one of them takes for a letter may be
//! unassigned for the other. Those characters are listed for each pre-tokenizer in `table.rs`, which a scan over every Unicode
//! scalar value writes. A piece that holds one goes to the reference engine; all others are split alike, since a pre-tokenizer sees
//! nothing of a character but its classes.

mod component;
mod disputed;
mod table;

pub(crate) use component::{Component, components};
pub(crate) use disputed::Disputed;
