//! A clone shares the engine and the cache; a tokenizer without a cache stays without one.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use cached_tokenizer::{CacheConfig, CachedTokenizer, CountOptions, Eviction, SpecialTokens, TokenizerEngine};

const JSON: &str = r#"{
    "added_tokens": [
        { "id": 3, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true }
    ],
    "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2 } },
    "pre_tokenizer": { "type": "Whitespace" }
}"#;

const MATCH: CountOptions = CountOptions { add_special_tokens: true, special_tokens: SpecialTokens::Match };
const TEXT: CountOptions = CountOptions { add_special_tokens: false, special_tokens: SpecialTokens::Text };

fn tokenizer(max_bytes: Option<u64>) -> CachedTokenizer {
    let config = max_bytes.map(|max_bytes| CacheConfig { max_bytes, eviction: Eviction::Lru });
    CachedTokenizer::new(TokenizerEngine::from_json(JSON).unwrap(), config)
}

fn ids(tokenizer: &CachedTokenizer, text: &str, options: CountOptions) -> Vec<u32> {
    tokenizer.encode(text, None, &options.into()).unwrap().ids
}

#[test]
fn hits_go_both_ways_under_one_set_of_counters() {
    let original = tokenizer(Some(1 << 20));
    let clone = original.clone();
    assert_eq!(ids(&original, "hello", MATCH), [1]);
    assert_eq!(ids(&clone, "hello", MATCH), [1]);
    assert_eq!(clone.count("world", MATCH).unwrap(), 1);
    assert_eq!(original.count("world", MATCH).unwrap(), 1);
    let stats = original.cache_stats().unwrap();
    assert_eq!((stats.hits, stats.misses, stats.entries), (2, 2, 2));
    assert_eq!(Some(stats), clone.cache_stats());
}

#[test]
fn the_policy_shares_pieces_but_never_mixes_up_ids() {
    let tokenizer = tokenizer(Some(1 << 20));
    assert_eq!(ids(&tokenizer, "hello<s>world", MATCH), [1, 3, 2]);
    // As text, "<s>" is three words that the vocabulary does not know.
    assert_eq!(ids(&tokenizer, "hello<s>world", TEXT), [1, 0, 0, 0, 2]);
    assert_eq!(ids(&tokenizer, "hello", TEXT), [1]);
    assert_eq!(tokenizer.cache_stats().unwrap().hits, 1);
}

#[test]
fn clearing_empties_the_cache_of_all() {
    let original = tokenizer(Some(1 << 20));
    let clone = original.clone();
    original.count("hello", MATCH).unwrap();
    clone.clear_cache();
    assert_eq!(original.cache_stats().unwrap().entries, 0);
    original.count("hello", MATCH).unwrap();
    assert_eq!(original.cache_stats().unwrap().misses, 2);
}

#[test]
fn without_a_cache_there_are_no_stats() {
    let tokenizer = tokenizer(None);
    assert_eq!(tokenizer.count("hello hello", MATCH).unwrap(), 2);
    tokenizer.clear_cache();
    assert!(tokenizer.cache_stats().is_none());
}

#[test]
fn threads_share_one_cache() {
    let original = tokenizer(Some(1 << 20));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let clone = original.clone();
            scope.spawn(move || {
                for number in 0..200 {
                    let text = format!("hello {} world", number % 20);
                    assert_eq!(ids(&clone, &text, MATCH), [1, 0, 2]);
                }
            });
        }
    });
    let stats = original.cache_stats().unwrap();
    assert_eq!(stats.hits + stats.misses, 800);
    assert_eq!(stats.entries, 20);
}
