//! Every committed tokenizer gives the reference's ids for random texts: cold, from the cache, and with the cache off.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use std::{fs, path::PathBuf};

use cached_tokenizer::{CacheConfig, CachedTokenizer, Eviction, TokenizerEngine};
use oracle::{Mode, Reference, TextMixer, compare, compare_full};

const TEXTS: usize = 400;
const SEEDS: [u64; 2] = [1, 20_261_130];

fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../__test__/fixtures").join(format!("{name}.json"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
fn check(name: &str) {
    let json = fixture(name);
    let mut reference = Reference::from_json(&json).unwrap();
    // A budget that evicts all the time, so that every way through the cache is taken.
    let cache = CacheConfig { max_bytes: 64 << 10, eviction: Eviction::Lru };
    let cached = CachedTokenizer::new(TokenizerEngine::from_json(&json).unwrap(), Some(cache));
    let uncached = CachedTokenizer::new(TokenizerEngine::from_json(&json).unwrap(), None);
    assert_eq!(cached.vocab_size(), reference.vocab_size());
    for seed in SEEDS {
        let mut mixer = TextMixer::new(seed, reference.added_tokens());
        for number in 0..TEXTS {
            let text = mixer.text(12);
            let pair = (number % 4 == 0).then(|| mixer.text(6));
            let mode = Mode::ALL[number % Mode::ALL.len()];
            for (state, tokenizer) in [("cold", &cached), ("warm", &cached), ("uncached", &uncached)] {
                compare(&mut reference, tokenizer, &text, pair.as_deref(), mode)
                    .unwrap_or_else(|difference| panic!("{name}, {state}, seed {seed}, text {number}: {difference}"));
            }
            compare_full(&mut reference, &cached, &text, pair.as_deref(), mode)
                .unwrap_or_else(|difference| panic!("{name}, seed {seed}, text {number}: {difference}"));
        }
    }
    assert!(cached.cache_stats().is_some_and(|stats| stats.hits > 0));
}

#[test]
fn byte_level_bpe() {
    check("byte-level-bpe");
}

#[test]
fn byte_fallback_bpe() {
    check("byte-fallback-bpe");
}

#[test]
fn unigram() {
    check("unigram");
}

#[test]
fn word_piece() {
    check("word-piece");
}

#[test]
fn word_level() {
    check("word-level");
}
