//! A cache from text segments to token ids, shared by `Arc` and bounded by one budget in bytes.
//!
//! # What is promised
//!
//! * **A hit is exact.** Entries are found by a keyed 128-bit hash, but a hit is only reported after the whole text was
//!   compared. A collision is a miss.
//! * **The budget is true.** An entry is charged for its text, its ids and the measured overhead of holding it. Inserts run one at
//!   a time and evict before they return, and nothing is inserted while too much of what was evicted is still in use, so the process grows
//!   by little more than the budget even while many threads insert.
//! * **One snapshot is consistent.** [`SegmentCache::stats`] reads entries and bytes of one moment, and runs no maintenance.
//!
//! # Why text is not the key inside moka
//!
//! moka keeps the keys of removed entries as tombstones until a part of its table is rehashed, and it hashes every key again when
//! that happens. With text as the key, dead text was held at up to 2.9 times the budget and inserts cost 2.8 times as much. So the
//! key is the hash alone, the hasher inside moka passes it through, and the text sits in the value beside its ids, in memory that is
//! used again for the next segment (`storage`).

#![forbid(unsafe_code)]

mod cache;
mod config;
mod counters;
mod key;
mod segment;
mod stats;
mod storage;
mod sync;

pub use cache::{Lookup, SegmentCache, Vacancy};
pub use config::{CacheConfig, Eviction};
pub use segment::{Mark, Segment};
pub use stats::CacheStats;
