//! Texts that are counted in stretches, by windows, or only up to a limit have the counts that they have as a whole.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use cached_tokenizer::{
    CacheConfig, CachedTokenizer, CountOptions, CountStream, Eviction, Fit, Keep, SpecialTokens, TokenizerEngine,
};
use fastrand::Rng;
use oracle::{TextMixer, committed_files, compare_parts, keep_panic_messages};

const SEEDS: [u64; 2] = [11, 20_261_201];
const POLICIES: [SpecialTokens; 3] = [SpecialTokens::Match, SpecialTokens::Text, SpecialTokens::Literal];
/// For texts of up to some kB.
const LINES: [usize; 3] = [2, 20, 60];

#[test]
fn parts_have_the_counts_that_they_have_in_the_whole() {
    // Some normalizers of the reference panic on damaged tables; that is caught.
    keep_panic_messages();
    for (name, json) in committed_files() {
        let Ok(engine) = TokenizerEngine::from_json(&json) else { continue };
        let added: Vec<String> = engine.added_tokens().map(|(_, token)| token.content.clone()).collect();
        let cache = CacheConfig { max_bytes: 1 << 20, eviction: Eviction::Lru };
        let mut tokenizer = CachedTokenizer::new(engine, Some(cache));
        for seed in SEEDS {
            let (mut mixer, mut random) = (TextMixer::new(seed, added.clone()), Rng::with_seed(seed));
            for lines in LINES {
                let line = |_| mixer.text(40) + ["\n", " ", ""][random.usize(..3)];
                let text: String = (0..lines).map(line).collect();
                let special_tokens = POLICIES[random.usize(..3)];
                let options = CountOptions { add_special_tokens: random.bool(), special_tokens };
                compare_parts(&tokenizer, &text, options, &mut random)
                    .unwrap_or_else(|difference| panic!("{name}, seed {seed}, {options:?}: {difference}"));
            }
            tokenizer.disable_cache();
        }
    }
}

fn committed(name: &str) -> CachedTokenizer {
    let (_, json) = committed_files().into_iter().find(|(other, _)| other == name).unwrap();
    CachedTokenizer::new(TokenizerEngine::from_json(&json).unwrap(), None)
}

#[test]
fn what_is_settled_is_most_of_a_long_text() {
    let tokenizer = committed("byte-level-bpe");
    let text = "the line of a text that goes on and on\n".repeat(10_000);
    let whole = tokenizer.count(&text, CountOptions::default()).unwrap();
    let settled = CountStream::new(&tokenizer, CountOptions::default()).push(&text).unwrap();
    assert!(settled < whole && settled * 10 > whole * 9, "{settled} of {whole}");
}

#[test]
fn a_limit_is_reached_at_a_word() {
    let tokenizer = committed("word-level");
    let fit = |text, limit, keep| tokenizer.fit(text, true, limit, keep, CountOptions::default()).unwrap();
    assert_eq!(fit("one two three", 2, Keep::Start), Fit::UpTo("one two ".len()));
    assert_eq!(fit("one two three", 2, Keep::End), Fit::UpTo("one".len()));
    assert_eq!(fit("one two three", 3, Keep::Start), Fit::All);
    assert_eq!(fit("one two three", 0, Keep::Start), Fit::UpTo(0));
    assert_eq!(fit("one two three", 0, Keep::End), Fit::UpTo("one two three".len()));
    assert_eq!(fit("", 0, Keep::Start), Fit::All);
}

#[test]
fn a_word_that_is_cut_by_the_end_of_a_part_decides_nothing() {
    let tokenizer = committed("word-piece");
    // Of a word that is too long all is unknown, and is one token; a part of it is several.
    let text = format!("the {}", "tokens".repeat(40));
    let whole = tokenizer.count(&text, CountOptions::default()).unwrap();
    assert_eq!(whole, 2);
    let fit = |part, keep| tokenizer.fit(part, false, whole, keep, CountOptions::default()).unwrap();
    assert_eq!(fit(&text[..34], Keep::Start), Fit::All);
    assert_eq!(fit(&text[text.len() - 30..], Keep::End), Fit::All);
}
