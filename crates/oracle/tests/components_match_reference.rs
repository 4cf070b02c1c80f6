//! Every component that a tokenizer.json can have gives the reference's ids: one small file each, random texts, cold, warm and uncached.
//!
//! A file that the reference refuses must be refused here too. Where the reference panics it gives no answer to compare with; then
//! nothing is asked of ours but not to panic.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use std::{
    fs,
    panic::{self, AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use cached_tokenizer::{
    CacheConfig, CachedTokenizer, DecodeOptions, EncodeOptions, Eviction, SpecialTokens, TokenizerEngine,
};
use oracle::{Mode, Reference, TextMixer, compare};

const FEWEST_FILES: usize = 30;
const TEXTS: usize = 150;
const SEEDS: [u64; 2] = [1, 20_261_130];

#[test]
fn every_component_matches_the_reference() {
    let files = component_files();
    assert!(files.len() >= FEWEST_FILES, "only {} files", files.len());
    // The reference panics on purpose-made input by the thousand; the messages would bury the one that counts.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let failures: Vec<String> = files.iter().filter_map(|path| check(path).err()).collect();
    panic::set_hook(hook);
    assert!(failures.is_empty(), "{} of {} files differ:\n{}", failures.len(), files.len(), failures.join("\n"));
}

fn component_files() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../__test__/fixtures/components");
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}

fn check(path: &Path) -> Result<(), String> {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let json = fs::read_to_string(path).unwrap();
    let expected = guarded(|| Reference::from_json(&json));
    let ours = guarded(|| TokenizerEngine::from_json(&json)).ok_or_else(|| format!("{name}: ours panics on load"))?;
    let (mut reference, engine) = match (expected, ours) {
        (Some(Ok(reference)), Ok(engine)) => (reference, engine),
        (None, _) | (Some(Err(_)), Err(_)) => return Ok(()),
        (Some(Ok(mut reference)), Err(error)) => {
            let is_excused = name.starts_with("broken-") && panics_on_plain_text(&mut reference);
            return if is_excused { Ok(()) } else { Err(format!("{name}: only ours refuses it: {error}")) };
        }
        (Some(Err(error)), Ok(_)) => return Err(format!("{name}: only the reference refuses it: {error}")),
    };
    check_texts(&mut reference, engine, &json).map_err(|difference| format!("{name}, {difference}"))
}

/// Whether a file that the reference loads is of no use in it: then to refuse the file is no loss.
fn panics_on_plain_text(reference: &mut Reference) -> bool {
    let mode = Mode { add_special_tokens: true, special_as_text: false };
    [None, Some("b")].into_iter().any(|pair| guarded(|| reference.encode("a\u{4e16}", pair, mode)).is_none())
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
                check_input(reference, tokenizer, &text, pair.as_deref(), mode).map_err(|difference| {
                    format!("{state}, seed {seed}, text {number} {text:?}, pair {pair:?}, {mode:?}: {difference}")
                })?;
            }
        }
    }
    Ok(())
}

fn check_input(
    reference: &mut Reference,
    tokenizer: &CachedTokenizer,
    text: &str,
    pair: Option<&str>,
    mode: Mode,
) -> Result<(), String> {
    match guarded(|| compare(reference, tokenizer, text, pair, mode)) {
        Some(result) => result,
        None => check_around_panic(reference, tokenizer, text, pair, mode),
    }
}

/// Compares step by step after one of the two has panicked: what the reference still answers must be answered alike.
fn check_around_panic(
    reference: &mut Reference,
    tokenizer: &CachedTokenizer,
    text: &str,
    pair: Option<&str>,
    mode: Mode,
) -> Result<(), String> {
    let special_tokens = if mode.special_as_text { SpecialTokens::Text } else { SpecialTokens::Match };
    let options = EncodeOptions { add_special_tokens: mode.add_special_tokens, special_tokens };
    let ours = guarded(|| tokenizer.encode(text, pair, options)).ok_or("ours panics")?;
    let ids = match (guarded(|| reference.encode(text, pair, mode)), ours) {
        (None, _) | (Some(Err(_)), Err(_)) => return Ok(()),
        (Some(Ok(expected)), Ok(actual)) if expected == actual.ids => actual.ids,
        (Some(expected), ours) => {
            return Err(format!("expected {expected:?}, got {:?}", ours.map(|actual| actual.ids)));
        }
    };
    for skip_special_tokens in [false, true] {
        let options = DecodeOptions { skip_special_tokens, ..DecodeOptions::default() };
        let ours = guarded(|| tokenizer.decode(&ids, options)).ok_or_else(|| format!("ours panics on ids {ids:?}"))?;
        match (guarded(|| reference.decode(&ids, skip_special_tokens)), ours) {
            (None, _) | (Some(Err(_)), Err(_)) => {}
            (Some(Ok(expected)), Ok(actual)) if expected == actual => {}
            (Some(expected), ours) => return Err(format!("expected decoded {expected:?}, got {ours:?}; ids {ids:?}")),
        }
    }
    Ok(())
}

/// What the call gives, or nothing if it panics.
fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}
