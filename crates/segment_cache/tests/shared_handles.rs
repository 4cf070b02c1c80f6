//! One cache behind many handles: hits go both ways and there is one set of counters.

use std::{sync::Arc, thread};

use segment_cache::{CacheConfig, Eviction, Lookup, Mark, SegmentCache};

const CONFIG: CacheConfig = CacheConfig { max_bytes: 1 << 20, eviction: Eviction::Lru };

fn encode(cache: &SegmentCache, text: &str) -> bool {
    match cache.lookup(text, Mark::default()) {
        Lookup::Hit(_) => true,
        Lookup::Miss(vacancy) => {
            vacancy.fill(text, &[1, 2, 3]);
            false
        }
    }
}

#[test]
fn what_one_handle_fills_another_finds() {
    let first = Arc::new(SegmentCache::new(CONFIG));
    let second = Arc::clone(&first);
    assert!(!encode(&first, "from the first"));
    assert!(encode(&second, "from the first"));
    assert!(!encode(&second, "from the second"));
    assert!(encode(&first, "from the second"));
    let stats = first.stats();
    assert_eq!((stats.hits, stats.misses, stats.entries), (2, 2, 2));
    assert_eq!((stats.hit_bytes, stats.miss_bytes), (29, 29));
    assert_eq!(stats, second.stats());
}

#[test]
fn a_fork_starts_empty_and_leaves_the_original_alone() {
    let original = SegmentCache::new(CONFIG);
    encode(&original, "kept");
    let fork = original.fork();
    assert_eq!(fork.config(), original.config());
    assert_eq!((fork.stats().misses, fork.stats().entries), (0, 0));
    assert!(!encode(&fork, "kept"));
    assert!(encode(&original, "kept"));
}

#[test]
fn threads_never_hold_more_than_the_budget() {
    let cache = Arc::new(SegmentCache::new(CacheConfig { max_bytes: 256 << 10, eviction: Eviction::Lru }));
    thread::scope(|scope| {
        for worker in 0..4 {
            let cache = Arc::clone(&cache);
            scope.spawn(move || {
                for number in 0..500 {
                    encode(&cache, &format!("{worker} {number} {}", "x".repeat(1000)));
                    let stats = cache.stats();
                    assert!(stats.bytes <= stats.max_bytes, "{stats:?}");
                }
            });
        }
    });
    let stats = cache.stats();
    assert_eq!(stats.misses, 2000);
    assert_eq!(stats.entries + stats.evictions, 2000);
}

#[test]
fn a_segment_above_its_share_of_the_budget_is_not_kept() {
    let cache = SegmentCache::new(CONFIG);
    let large = "x".repeat(20_000);
    assert!(!encode(&cache, &large));
    assert!(!encode(&cache, &large));
    let stats = cache.stats();
    assert_eq!((stats.entries, stats.misses, stats.miss_bytes, stats.evictions), (0, 2, 40_000, 0));
    // Neither is one of which only the ids are too many.
    let Lookup::Miss(vacancy) = cache.lookup("dear", Mark::default()) else { panic!("it was never filled") };
    vacancy.fill("dear", &vec![7; 5_000]);
    assert!(matches!(cache.lookup("dear", Mark::default()), Lookup::Miss(_)));
}

#[test]
fn a_vacancy_that_is_dropped_leaves_nothing() {
    let cache = SegmentCache::new(CONFIG);
    drop(cache.lookup("failed", Mark::default()));
    assert!(!encode(&cache, "failed"));
}
