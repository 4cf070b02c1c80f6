//! The memory that segments lie in.
//!
//! A cache that is full frees a segment for each that it takes in, often by another thread than the one that allocated it. General allocators
//! keep what such a thread frees in that thread's own part of the heap, and the process grows to twice the budget and more (measured with eight
//! threads, with the system's allocator of Linux as well as with jemalloc and mimalloc). So the blocks of segments that went are kept here for
//! those that come, whichever thread they are of; together with those in use they stay within a limit.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, atomic::Ordering::Relaxed},
};

use crate::sync::{AtomicU64, Mutex, MutexGuard};

/// Blocks up to here are multiples of [`STEP_WORDS`]; above, there are [`STEPS`] sizes between a power of two and the next.
const FINE_WORDS: usize = 1 << 10;
const STEP_WORDS: usize = 32;
const STEPS: usize = 8;

const WORD_BYTES: u64 = size_of::<u32>() as u64;

/// A block of words, of one of a few sizes.
pub(crate) type Block = Vec<u32>;

/// What every segment costs beyond its block, in bytes: itself behind its `Arc`, moka's entry and its share of the tables.
///
/// It is what the process grows by at worst, measured with moka 0.12.16 and glibc by `examples/flood.rs`: 284 bytes are asked for in seven
/// allocations, of which the allocator makes 420, and the rest is room for what eight threads that insert and evict at once leave unusable between what
/// they use.
pub(crate) const SEGMENT_OVERHEAD_BYTES: u64 = 900;

/// The blocks of one cache: how many bytes are in use, with what goes with them, and those that are not.
#[derive(Debug)]
pub(crate) struct Storage {
    /// For blocks in use and kept ones together.
    most_bytes: u64,
    /// Of blocks in use, and of what goes with each. Changed only by who has the lock of `kept`, so that the two never exceed the limit together;
    /// read without it.
    used_bytes: AtomicU64,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    bytes: u64,
    /// By the number of their words.
    blocks: HashMap<usize, Vec<Block>>,
}

impl Storage {
    /// A storage that keeps blocks for later as long as those in use and they have no more than so many bytes.
    pub(crate) fn new(most_bytes: u64) -> Arc<Self> {
        Arc::new(Self { most_bytes, used_bytes: AtomicU64::new(0), kept: Mutex::default() })
    }

    /// Whether no more blocks should be taken. More can be: the limit is for those who can do without.
    pub(crate) fn is_full(&self) -> bool {
        self.used_bytes.load(Relaxed) >= self.most_bytes
    }

    /// Frees the blocks that are not in use.
    pub(crate) fn free_kept(&self) {
        *self.lock() = Kept::default();
    }

    /// An empty block with room for so many words.
    pub(crate) fn take(&self, words: usize) -> Block {
        let size = block_words(words);
        let mut kept = self.lock();
        let used_bytes = self.used_bytes.fetch_add(cost_of(size), Relaxed) + cost_of(size);
        let block = kept.take(size);
        // Also if one was there: what goes with it comes on top.
        kept.shrink_to(self.most_bytes.saturating_sub(used_bytes));
        drop(kept);
        block.unwrap_or_else(|| Vec::with_capacity(size))
    }

    /// Takes back a block that [`Self::take`] gave for so many words.
    pub(crate) fn give_back(&self, mut block: Block, words: usize) {
        let size = block_words(words);
        block.clear();
        let mut kept = self.lock();
        let used_bytes = self.used_bytes.fetch_sub(cost_of(size), Relaxed) - cost_of(size);
        kept.bytes += bytes_of(size);
        kept.blocks.entry(size).or_default().push(block);
        kept.shrink_to(self.most_bytes.saturating_sub(used_bytes));
    }

    /// Locks even after a panic elsewhere: what is kept is never needed.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn take(&mut self, size: usize) -> Option<Block> {
        let block = self.blocks.get_mut(&size)?.pop()?;
        self.bytes -= bytes_of(size);
        Some(block)
    }

    /// Frees blocks until no more bytes than these are left.
    fn shrink_to(&mut self, most_bytes: u64) {
        while self.bytes > most_bytes {
            let Some(&size) = self.blocks.keys().next() else { return };
            if self.take(size).is_none() {
                self.blocks.remove(&size);
            }
        }
    }
}

/// What a segment of so many words costs, in bytes.
pub(crate) fn segment_bytes(words: usize) -> u64 {
    cost_of(block_words(words))
}

fn cost_of(block_words: usize) -> u64 {
    bytes_of(block_words).saturating_add(SEGMENT_OVERHEAD_BYTES)
}

fn bytes_of(words: usize) -> u64 {
    (words as u64).saturating_mul(WORD_BYTES)
}

/// The size of the block that holds so many words: few sizes, so that blocks fit again, and at most an eighth larger than asked for, or a step.
fn block_words(words: usize) -> usize {
    let step =
        if words <= FINE_WORDS { STEP_WORDS } else { (words.checked_next_power_of_two().unwrap_or(words) / 2) / STEPS };
    words.checked_next_multiple_of(step.max(1)).unwrap_or(words)
}

#[cfg(all(test, tokenwell_loom))]
mod models;

#[cfg(all(test, not(tokenwell_loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_hardly_larger_than_asked_for() {
        let mut sizes = Vec::new();
        for words in 1..200_000 {
            let size = block_words(words);
            assert!(size >= words && size - words <= (words / STEPS).max(STEP_WORDS), "{words} {size}");
            sizes.push(size);
        }
        assert!(sizes.is_sorted());
        sizes.dedup();
        assert!(sizes.len() < 120, "{}", sizes.len());
        assert_eq!(segment_bytes(0), SEGMENT_OVERHEAD_BYTES);
        assert_eq!(segment_bytes(usize::MAX), u64::MAX);
    }

    #[test]
    fn a_block_is_used_again_for_what_is_of_its_size() {
        let storage = Storage::new(10_000);
        let mut block = storage.take(300);
        block.push(7);
        let address = block.as_ptr();
        storage.give_back(block, 300);
        let other = storage.take(200);
        assert_ne!(other.as_ptr(), address);
        let block = storage.take(310);
        assert!(block.is_empty() && block.as_ptr() == address);
        assert_eq!(storage.used_bytes.load(Relaxed), segment_bytes(200) + segment_bytes(310));
    }

    #[test]
    fn kept_blocks_make_room_for_what_goes_with_those_that_are_used_again() {
        let sizes: Vec<_> = (1..=16).map(|steps| steps * STEP_WORDS).collect();
        let kept_bytes: u64 = sizes.iter().map(|&words| bytes_of(words)).sum();
        let limit = kept_bytes + SEGMENT_OVERHEAD_BYTES;
        let storage = Storage::new(limit);
        for &words in &sizes {
            storage.give_back(storage.take(words), words);
        }
        assert_eq!(storage.lock().bytes, kept_bytes);
        let _blocks = [sizes[0], sizes[1]].map(|words| storage.take(words));
        assert!(storage.lock().bytes + segment_bytes(sizes[0]) + segment_bytes(sizes[1]) <= limit);
    }

    #[test]
    fn kept_blocks_make_room_for_those_in_use() {
        let limit = segment_bytes(100) * 4;
        let storage = Storage::new(limit);
        let blocks: Vec<_> = (0..5).map(|_| storage.take(100)).collect();
        assert!(storage.is_full());
        for block in blocks {
            storage.give_back(block, 100);
        }
        assert!(storage.lock().bytes > 0);
        let large = storage.take(250);
        assert!(storage.lock().bytes + segment_bytes(250) <= limit);
        storage.give_back(large, 250);
        storage.free_kept();
        assert_eq!((storage.lock().bytes, storage.used_bytes.load(Relaxed)), (0, 0));
    }
}
