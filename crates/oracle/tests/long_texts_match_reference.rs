//! Texts that are long enough to be cut into segments, and to be encoded by several threads, have the reference's ids: when all is new, when all is
//! in the cache, when they grow, and when the budget evicts all the time.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use cached_tokenizer::{CacheConfig, CachedTokenizer, Eviction, TokenizerEngine};
use fastrand::Rng;
use oracle::{Mode, Reference, TextMixer, committed_files, compare_ids};

const FILES: [&str; 5] = ["byte-level-bpe", "byte-fallback-bpe", "unigram", "word-piece", "word-level"];
const SEEDS: [u64; 2] = [5, 20_261_130];
/// Enough for several threads to help.
const ATOMS: usize = 60_000;

fn tokenizer(json: &str, max_bytes: u64) -> CachedTokenizer {
    let cache = CacheConfig { max_bytes, eviction: Eviction::Lru };
    CachedTokenizer::new(TokenizerEngine::from_json(json).unwrap(), Some(cache))
}

/// Lines of what a mixer gives, some of them again and again.
fn long_text(mixer: &mut TextMixer, random: &mut Rng) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut text = String::new();
    let mut atoms = 0;
    while atoms < ATOMS {
        let line = match lines.len() {
            0..20 => mixer.text(40),
            count if random.u8(..4) == 0 => lines[random.usize(..count)].clone(),
            _ => mixer.text(40),
        };
        text.push_str(&line);
        text.push_str(["\n", "\r\n", "\n\n", ". ", ""][random.usize(..5)]);
        lines.push(line);
        atoms += 20;
    }
    text
}

#[test]
fn long_texts_have_the_ids_of_the_reference() {
    for (name, json) in committed_files().into_iter().filter(|(name, _)| FILES.contains(&name.as_str())) {
        let mut reference = Reference::from_json(&json).unwrap();
        let roomy = tokenizer(&json, 64 << 20);
        let evicting = tokenizer(&json, 512 << 10);
        for seed in SEEDS {
            let mut mixer = TextMixer::new(seed, reference.added_tokens());
            let text = long_text(&mut mixer, &mut Rng::with_seed(seed));
            for (state, tokenizer) in
                [("cold", &roomy), ("warm", &roomy), ("evicting", &evicting), ("evicted", &evicting)]
            {
                compare_ids(&mut reference, tokenizer, &text, None, Mode::ALL[0])
                    .unwrap_or_else(|difference| panic!("{name}, {state}, seed {seed}: {}", head(&difference)));
            }
            let grown = format!("{text}\nand a turn more");
            let before = roomy.cache_stats().unwrap();
            compare_ids(&mut reference, &roomy, &grown, None, Mode::ALL[0])
                .unwrap_or_else(|difference| panic!("{name}, grown, seed {seed}: {}", head(&difference)));
            let after = roomy.cache_stats().unwrap();
            assert!(after.miss_bytes - before.miss_bytes < 8 << 10, "{name}, seed {seed}: {before:?} {after:?}");
        }
        assert!(evicting.cache_stats().unwrap().evictions > 0);
    }
}

fn head(difference: &str) -> String {
    difference.chars().take(500).collect()
}
