use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use moka::{policy::EvictionPolicy, sync::Cache};

use crate::{
    config::{CacheConfig, Eviction},
    counters::Counters,
    key::{BuildPassThrough, Key},
    segment::{Mark, Segment, weight_of},
    stats::CacheStats,
};

/// A cache from text segments to token ids. Share it with `Arc`; see the crate documentation for what it promises.
pub struct SegmentCache {
    config: CacheConfig,
    entries: Cache<Key, Arc<Segment>, BuildPassThrough>,
    counters: Counters,
    /// Serialises inserts. moka's own maintenance does not bound memory when many threads insert: a thread that is descheduled
    /// inside moka holds back what others evicted (measured at 174 MiB held of 16). One lock around insert and maintenance does.
    writer: Mutex<()>,
    /// What is held, as of the last finished insert. Apart from `writer`, so that reading stats never waits for evictions.
    held: Mutex<Held>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Held {
    entries: u64,
    bytes: u64,
    evictions: u64,
}

/// The outcome of a lookup.
pub enum Lookup<'cache> {
    /// The segment is there.
    Hit(Arc<Segment>),
    /// The segment is not there; fill the vacancy once it is encoded.
    Miss(Vacancy<'cache>),
}

/// A place for a segment that was looked up and not found. Dropping it leaves the cache as it is, so a failed encode caches nothing.
pub struct Vacancy<'cache> {
    cache: &'cache SegmentCache,
    /// `None` for a text that is too large to keep.
    key: Option<Key>,
    mark: Mark,
}

impl SegmentCache {
    /// An empty cache.
    pub fn new(config: CacheConfig) -> Self {
        let policy = match config.eviction {
            Eviction::Lru => EvictionPolicy::lru(),
            Eviction::TinyLfu => EvictionPolicy::tiny_lfu(),
        };
        let entries = Cache::builder()
            .max_capacity(config.max_bytes)
            .eviction_policy(policy)
            .weigher(|_: &Key, segment: &Arc<Segment>| u32::try_from(segment.weight()).unwrap_or(u32::MAX))
            .build_with_hasher(BuildPassThrough::default());
        Self { config, entries, counters: Counters::default(), writer: Mutex::default(), held: Mutex::default() }
    }

    /// A fresh, empty cache of the same budget, with counters at zero.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self::new(self.config)
    }

    /// How the cache was configured.
    pub fn config(&self) -> CacheConfig {
        self.config
    }

    /// Looks a segment up, counting a hit or a miss. Costs one hash and, on a hit, one comparison of the text. A text that is too large to keep
    /// is a miss without being hashed.
    pub fn lookup(&self, text: &str, mark: Mark) -> Lookup<'_> {
        if weight_of(text.len(), 0) > self.config.max_segment_bytes() {
            self.counters.miss(text.len());
            return Lookup::Miss(Vacancy { cache: self, key: None, mark });
        }
        let key = Key::of(text, mark);
        match self.entries.get(&key) {
            Some(segment) if segment.is(text, mark) => {
                self.counters.hit(text.len());
                Lookup::Hit(segment)
            }
            _ => {
                self.counters.miss(text.len());
                Lookup::Miss(Vacancy { cache: self, key: Some(key), mark })
            }
        }
    }

    /// Counts a hit of a segment that was not looked up, as its user still had it in hand from a moment ago.
    pub fn count_hit(&self, text_bytes: usize) {
        self.counters.hit(text_bytes);
    }

    /// Removes every entry. Counters of lookups go on; what was removed does not count as evicted.
    pub fn clear(&self) {
        let _writer = lock(&self.writer);
        self.entries.invalidate_all();
        self.entries.run_pending_tasks();
        let mut held = lock(&self.held);
        held.entries = 0;
        held.bytes = 0;
    }

    /// What the cache did and holds. Takes no lock that an insert holds for long, and runs no maintenance.
    pub fn stats(&self) -> CacheStats {
        let held = *lock(&self.held);
        let counted = self.counters.read();
        CacheStats {
            hits: counted.hits,
            misses: counted.misses,
            hit_bytes: counted.hit_bytes,
            miss_bytes: counted.miss_bytes,
            entries: held.entries,
            bytes: held.bytes,
            max_bytes: self.config.max_bytes,
            evictions: held.evictions,
        }
    }

    fn insert(&self, key: Key, segment: Segment) {
        let _writer = lock(&self.writer);
        // Two threads that miss one segment both encode it. The second insert replaces the first, or, after a collision of hashes,
        // another text: neither adds an entry.
        let adds = u64::from(!self.entries.contains_key(&key));
        self.entries.insert(key, Arc::new(segment));
        self.entries.run_pending_tasks();
        let mut held = lock(&self.held);
        let entries = self.entries.entry_count();
        held.evictions += (held.entries + adds).saturating_sub(entries);
        held.entries = entries;
        held.bytes = self.entries.weighted_size();
    }
}

impl Vacancy<'_> {
    /// Caches the ids of the text that was looked up, unless the segment is too large.
    pub fn fill(self, text: &str, ids: &[u32]) {
        if let Some(key) = self.key
            && weight_of(text.len(), ids.len()) <= self.cache.config.max_segment_bytes()
        {
            self.cache.insert(key, Segment::new(text, self.mark, ids));
        }
    }
}

impl fmt::Debug for SegmentCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SegmentCache")
            .field("config", &self.config)
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}

/// Locks even after a panic elsewhere: the guarded values are plain counters, and stale ones are corrected by the next insert.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
