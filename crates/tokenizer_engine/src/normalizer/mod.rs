//! Normalization, by 0.23's own normalizers whichever engine serves the file.
//!
//! rc.3's normalizers carry newer Unicode tables and would give other ids for some code points. 0.23 tracks for every byte where it came
//! from, at sixteen bytes of memory a byte and some ten megabytes a second. So texts that a normalizer provably leaves alone skip it, plain
//! replacements of one string by another are done here, and of other texts it gets only the islands that it may change.

mod islands;
#[expect(clippy::module_inception, reason = "the room's main noun")]
mod normalizer;
mod rewrite;
mod sides;
mod stable_chars;

pub(crate) use normalizer::Normalizer;
