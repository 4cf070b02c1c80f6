/// Which entries make room when the budget is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Eviction {
    /// The least recently used entry goes first. Best while the budget covers the conversations that are live.
    #[default]
    Lru,
    /// Entries are admitted and kept by how often they are used. Best when the budget is smaller than what is live, where cyclic
    /// rescans defeat LRU.
    TinyLfu,
}

/// How large a cache may grow and how it evicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheConfig {
    /// The budget in bytes: text, ids and overhead of all entries together.
    pub max_bytes: u64,
    /// Which entries make room.
    pub eviction: Eviction,
}

/// The share of the budget that one segment may take; a larger one would push out too much at once.
const LARGEST_SEGMENT_SHARE: u64 = 64;

impl CacheConfig {
    /// The most bytes that one entry may be charged with; larger segments are not cached.
    pub fn max_segment_bytes(self) -> u64 {
        self.max_bytes / LARGEST_SEGMENT_SHARE
    }
}
