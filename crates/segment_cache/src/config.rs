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
/// Of a small budget a segment may take more, so that ordinary ones fit: up to this,
const ALWAYS_FITS_BYTES: u64 = 8 << 10;
/// but never more than this share.
const LARGEST_SHARE_EVER: u64 = 4;

impl CacheConfig {
    /// The most bytes that one entry may be charged with; larger segments are not cached.
    pub fn max_segment_bytes(self) -> u64 {
        (self.max_bytes / LARGEST_SEGMENT_SHARE).max(ALWAYS_FITS_BYTES.min(self.max_bytes / LARGEST_SHARE_EVER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_takes_a_small_share_unless_the_budget_is_small() {
        let largest = |max_bytes| CacheConfig { max_bytes, eviction: Eviction::Lru }.max_segment_bytes();
        assert_eq!(largest(64 << 20), 1 << 20);
        assert_eq!([512 << 10, 64 << 10, 32 << 10].map(largest), [8 << 10; 3]);
        assert_eq!(largest(4 << 10), 1 << 10);
        assert_eq!(largest(0), 0);
    }
}
