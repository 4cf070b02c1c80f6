//! Every component that a tokenizer.json can have gives the reference's ids: one small file each, random texts, cold, warm and uncached.
//!
//! A file that the reference refuses must be refused here too. Where the reference panics it gives no answer to compare with; then
//! nothing is asked of ours but not to panic.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use std::panic;

use cached_tokenizer::{CacheConfig, CachedTokenizer, Eviction, TokenizerEngine};
use oracle::{
    Loading, Mode, Reference, TextMixer, compare_full, compare_guarded, component_files, keep_panic_messages, load_both,
};

const FEWEST_FILES: usize = 30;
const TEXTS: usize = 150;
const SEEDS: [u64; 2] = [1, 20_261_130];

#[test]
fn every_component_matches_the_reference() {
    let files = component_files();
    assert!(files.len() >= FEWEST_FILES, "only {} files", files.len());
    let hook = panic::take_hook();
    keep_panic_messages();
    let failures: Vec<String> = files.iter().filter_map(|(name, json)| check(name, json).err()).collect();
    panic::set_hook(hook);
    assert!(failures.is_empty(), "{} of {} files differ:\n{}", failures.len(), files.len(), failures.join("\n"));
}

fn check(name: &str, json: &str) -> Result<(), String> {
    match load_both(json).map_err(|difference| format!("{name}: {difference}"))? {
        Loading::Both(mut reference, engine) => {
            check_texts(&mut reference, *engine, json).map_err(|difference| format!("{name}, {difference}"))
        }
        Loading::Neither if name.starts_with("refused-") || name.starts_with("broken-") => Ok(()),
        Loading::Neither => Err(format!("{name}: refused, and not named for it")),
        Loading::OnlyOursAfterPanic(_) => Ok(()),
    }
}

fn check_texts(reference: &mut Reference, engine: TokenizerEngine, json: &str) -> Result<(), String> {
    let expected_size = reference.vocab_size();
    // A budget that evicts all the time, so that every way through the cache is taken.
    let cache = CacheConfig { max_bytes: 64 << 10, eviction: Eviction::Lru };
    let cached = CachedTokenizer::new(engine, Some(cache));
    let uncached = CachedTokenizer::new(TokenizerEngine::from_json(json).unwrap(), None);
    if cached.vocab_size() != expected_size {
        return Err(format!("expected {expected_size} tokens, got {}", cached.vocab_size()));
    }
    for seed in SEEDS {
        let mut mixer = TextMixer::new(seed, reference.added_tokens());
        for number in 0..TEXTS {
            let text = mixer.text(12);
            // Three does not divide the number of modes, so that each mode meets pairs.
            let pair = (number % 3 == 0).then(|| mixer.text(6));
            let mode = Mode::ALL[number % Mode::ALL.len()];
            for (state, tokenizer) in [("cold", &cached), ("warm", &cached), ("uncached", &uncached)] {
                compare_guarded(reference, tokenizer, &text, pair.as_deref(), mode).map_err(|difference| {
                    format!("{state}, seed {seed}, text {number} {text:?}, pair {pair:?}, {mode:?}: {difference}")
                })?;
            }
            compare_full(reference, &cached, &text, pair.as_deref(), mode)
                .map_err(|difference| format!("seed {seed}, text {number}: {difference}"))?;
        }
    }
    Ok(())
}
