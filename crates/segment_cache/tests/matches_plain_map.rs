//! Whatever a cache says it holds is what was put in, for any sequence of operations and however small the budget.

use std::collections::HashMap;

use proptest::prelude::*;
use segment_cache::{CacheConfig, Eviction, Lookup, Mark, SegmentCache};

#[derive(Debug, Clone)]
enum Operation {
    Encode { text: String, mark: u8 },
    Clear,
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        30 => ("[a-d]{1,3}", 0..2_u8).prop_map(|(text, mark)| Operation::Encode { text, mark }),
        1 => Just(Operation::Clear),
    ]
}

fn ids_of(text: &str, mark: u8) -> Vec<u32> {
    text.bytes().map(|byte| u32::from(byte) * 7 + u32::from(mark)).collect()
}

proptest! {
    #[test]
    fn hits_return_what_was_filled_and_bytes_stay_within_the_budget(
        operations in prop::collection::vec(operation(), 1..200),
        max_bytes in prop::sample::select(vec![5_000_u64, 20_000, 1_000_000]),
        tiny_lfu in any::<bool>(),
    ) {
        let eviction = if tiny_lfu { Eviction::TinyLfu } else { Eviction::Lru };
        let cache = SegmentCache::new(CacheConfig { max_bytes, eviction });
        let mut filled: HashMap<(String, u8), Vec<u32>> = HashMap::new();
        let mut lookups = 0;
        for operation in operations {
            match operation {
                Operation::Clear => {
                    cache.clear();
                    filled.clear();
                    prop_assert_eq!(cache.stats().entries, 0);
                    prop_assert_eq!(cache.stats().bytes, 0);
                }
                Operation::Encode { text, mark } => {
                    lookups += 1;
                    match cache.lookup(&text, Mark(mark)) {
                        Lookup::Hit(segment) => {
                            prop_assert_eq!(segment.text(), &text);
                            prop_assert_eq!(Some(&segment.ids().to_vec()), filled.get(&(text, mark)));
                        }
                        Lookup::Miss(vacancy) => {
                            let ids = ids_of(&text, mark);
                            vacancy.fill(&text, &ids);
                            filled.insert((text, mark), ids);
                        }
                    }
                }
            }
            let stats = cache.stats();
            prop_assert!(stats.bytes <= stats.max_bytes, "{} bytes held of {}", stats.bytes, stats.max_bytes);
            prop_assert_eq!(stats.hits + stats.misses, lookups);
        }
    }
}
