use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
};

use moka::{policy::EvictionPolicy, sync::Cache};

use crate::{
    config::{CacheConfig, Eviction},
    counters::Counters,
    key::{BuildPassThrough, Key},
    segment::{Mark, Segment, weight_of},
    stats::CacheStats,
    storage::Storage,
};

/// A cache from text segments to token ids. Share it with `Arc`; see the crate documentation for what it promises.
pub struct SegmentCache {
    config: CacheConfig,
    entries: Cache<Key, Arc<Segment>, BuildPassThrough>,
    storage: Arc<Storage>,
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
        let storage = Storage::new(config.max_bytes.saturating_add(slack_bytes(config.max_bytes)));
        Self {
            config,
            entries,
            storage,
            counters: Counters::default(),
            writer: Mutex::default(),
            held: Mutex::default(),
        }
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
        self.storage.free_kept();
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

    /// Caches the ids of texts that were looked up, unless they are too large. Costs less than filling vacancies one by one, which does the
    /// upkeep for each.
    pub fn fill_all<'a>(&self, texts: impl Iterator<Item = (&'a Vacancy<'a>, &'a str, &'a [u32])>) {
        let mut segments = self.that_fit(texts).peekable();
        // The lock is given up now and then, so that other threads are not kept waiting for a long row.
        while segments.peek().is_some() {
            let _writer = lock(&self.writer);
            self.insert_some(&mut segments);
        }
    }

    /// As [`Self::fill_all`], for a thread that must not wait: while another one inserts, and behind the first upkeep, nothing is cached.
    pub fn fill_some<'a>(&self, texts: impl Iterator<Item = (&'a Vacancy<'a>, &'a str, &'a [u32])>) {
        let mut segments = self.that_fit(texts).peekable();
        if segments.peek().is_some()
            && let Some(_writer) = try_lock(&self.writer)
        {
            self.insert_some(&mut segments);
        }
    }

    /// The texts that are not too large to keep.
    fn that_fit<'a>(
        &self,
        texts: impl Iterator<Item = (&'a Vacancy<'a>, &'a str, &'a [u32])>,
    ) -> impl Iterator<Item = (Key, Mark, &'a str, &'a [u32])> {
        let largest = self.config.max_segment_bytes();
        let segments = texts.filter_map(|(vacancy, text, ids)| Some((vacancy.key?, vacancy.mark, text, ids)));
        segments.filter(move |(_, _, text, ids)| weight_of(text.len(), ids.len()) <= largest)
    }

    /// Inserts until upkeep is due, and does it.
    fn insert_some<'a>(&self, segments: &mut impl Iterator<Item = (Key, Mark, &'a str, &'a [u32])>) {
        let (mut inserted_bytes, mut added, mut refused) = (0, 0, 0);
        for (key, mark, text, ids) in segments {
            // What was evicted can still be in use, or wait for a thread that moka thinks might look at it. While that is much, nothing is added:
            // a segment that is not cached costs time, but memory is bounded.
            if self.storage.is_full() {
                refused += 1;
                break;
            }
            // Two threads that miss one segment both encode it. The second insert replaces the first, or, after a collision of hashes,
            // another text: neither adds an entry.
            added += u64::from(!self.entries.contains_key(&key));
            let segment = Segment::new(text, mark, ids, &self.storage);
            inserted_bytes += segment.weight();
            self.entries.insert(key, Arc::new(segment));
            if inserted_bytes >= UPKEEP_AFTER_BYTES {
                break;
            }
        }
        self.entries.run_pending_tasks();
        let mut held = lock(&self.held);
        let entries = self.entries.entry_count();
        held.evictions += refused + (held.entries + added).saturating_sub(entries);
        held.entries = entries;
        held.bytes = self.entries.weighted_size();
    }
}

/// By how much text and ids may exceed the budget, those of evicted segments that are still in use included. It must hold what other threads evict
/// while one that looks at an entry is not running, so for a small budget it is no small share.
fn slack_bytes(max_bytes: u64) -> u64 {
    (max_bytes / 32).max(512 << 10)
}

/// Upkeep, which evicts what is above the budget, is due at the latest when so much was inserted.
const UPKEEP_AFTER_BYTES: u64 = 32 << 10;

impl Vacancy<'_> {
    /// Caches the ids of the text that was looked up, unless it is too large.
    pub fn fill(self, text: &str, ids: &[u32]) {
        self.cache.fill_all(std::iter::once((&self, text, ids)));
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

/// As [`lock`], unless another thread holds it.
fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Locks even after a panic elsewhere: the guarded values are plain counters, and stale ones are corrected by the next insert.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
