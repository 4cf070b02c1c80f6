use std::sync::atomic::Ordering::Relaxed;

use crate::sync::AtomicU64;

/// Lookup counters. Relaxed order is enough: each is a sum on its own, and nothing is decided by comparing two of them.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    hits: AtomicU64,
    misses: AtomicU64,
    hit_bytes: AtomicU64,
    miss_bytes: AtomicU64,
}

/// The counters at one reading.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted {
    pub(crate) hits: u64,
    pub(crate) misses: u64,
    pub(crate) hit_bytes: u64,
    pub(crate) miss_bytes: u64,
}

impl Counters {
    pub(crate) fn hit(&self, text_bytes: usize) {
        self.hits.fetch_add(1, Relaxed);
        self.hit_bytes.fetch_add(text_bytes as u64, Relaxed);
    }

    pub(crate) fn miss(&self, text_bytes: usize) {
        self.misses.fetch_add(1, Relaxed);
        self.miss_bytes.fetch_add(text_bytes as u64, Relaxed);
    }

    pub(crate) fn read(&self) -> Counted {
        Counted {
            hits: self.hits.load(Relaxed),
            misses: self.misses.load(Relaxed),
            hit_bytes: self.hit_bytes.load(Relaxed),
            miss_bytes: self.miss_bytes.load(Relaxed),
        }
    }
}

#[cfg(all(test, tokenwell_loom))]
mod models;
