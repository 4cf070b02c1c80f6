//! Texts that are counted in stretches, by windows, or only up to a limit have the counts that they have as a whole.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]
#![expect(clippy::print_stdout, reason = "what is printed is shown when the test fails")]

use cached_tokenizer::{
    CacheConfig, CachedTokenizer, CountOptions, CountStream, Eviction, Fit, Keep, SpecialTokens, TokenizerEngine,
    Window,
};
use fastrand::Rng;
use oracle::{TextMixer, committed_files, keep_panic_messages};

const SEEDS: [u64; 2] = [11, 20_261_201];
const POLICIES: [SpecialTokens; 3] = [SpecialTokens::Match, SpecialTokens::Text, SpecialTokens::Literal];

/// Runs a check on a text of some kB for every committed file, with and without a cache, and under every policy that the file allows.
fn for_each_case(atoms: usize, check: impl Fn(&CachedTokenizer, &str, CountOptions, &mut Rng)) {
    keep_panic_messages();
    for (name, json) in committed_files() {
        let Ok(engine) = TokenizerEngine::from_json(&json) else { continue };
        let added: Vec<String> = engine.added_tokens().map(|(_, token)| token.content.clone()).collect();
        let cache = CacheConfig { max_bytes: 1 << 20, eviction: Eviction::Lru };
        let mut tokenizer = CachedTokenizer::new(engine, Some(cache));
        for seed in SEEDS {
            let (mut mixer, mut random) = (TextMixer::new(seed, added.clone()), Rng::with_seed(seed));
            let mut text = String::new();
            for _ in 0..atoms / 20 {
                text += &mixer.text(40);
                text += ["\n", " ", ""][random.usize(..3)];
            }
            let options =
                CountOptions { add_special_tokens: random.bool(), special_tokens: POLICIES[random.usize(..3)] };
            if tokenizer.count(&text, options).is_err() {
                continue;
            }
            println!("{name}, seed {seed}, {options:?}");
            check(&tokenizer, &text, options, &mut random);
            tokenizer.disable_cache();
        }
    }
}

fn boundary(text: &str, at: usize) -> usize {
    (at.min(text.len())..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap()
}

#[test]
fn a_text_in_stretches_has_the_count_of_the_whole() {
    for_each_case(1500, |tokenizer, text, options, random| {
        let whole = tokenizer.count(text, options).unwrap();
        for longest in [20, 500, 20_000] {
            let mut stream = CountStream::new(tokenizer, options);
            let (mut start, mut settled) = (0, 0);
            let count = loop {
                let end = boundary(text, start + random.usize(0..=longest));
                if end == text.len() {
                    break stream.finish(&text[start..]).unwrap();
                }
                let count = stream.push(&text[start..end]).unwrap();
                assert!(count >= settled, "what is settled stays");
                (start, settled) = (end, count);
            };
            assert_eq!(count, whole, "stretches of up to {longest} bytes");
            assert!(settled <= whole);
        }
    });
}

#[test]
fn what_is_settled_is_most_of_a_long_text() {
    let (_, json) = committed_files().into_iter().find(|(name, _)| name == "byte-level-bpe").unwrap();
    let tokenizer = CachedTokenizer::new(TokenizerEngine::from_json(&json).unwrap(), None);
    let text = "the line of a text that goes on and on\n".repeat(1000);
    let whole = tokenizer.count(&text, CountOptions::default()).unwrap();
    let settled = CountStream::new(&tokenizer, CountOptions::default()).push(&text).unwrap();
    assert!(settled < whole && settled * 10 > whole * 9, "{settled} of {whole}");
}

#[test]
fn windows_hold_tokens_of_the_whole() {
    for_each_case(800, |tokenizer, text, options, random| {
        let options = CountOptions { add_special_tokens: false, ..options };
        let whole = tokenizer.count(text, options).unwrap();
        for _ in 0..20 {
            let start = boundary(text, random.usize(..=text.len()));
            let end = boundary(text, start + random.usize(..600));
            let (opens, ends) = (start == 0, end == text.len());
            let window = Window { text: &text[start..end], opens, ends };
            let count = tokenizer.count_windows(&[window], options).unwrap().pop().unwrap();
            let (from, to) = (start + count.range.start, start + count.range.end);
            if !opens && count.range.start == 0 || !ends && count.range.end == window.text.len() {
                // It could not be cut, so its count is that of a text of its own.
                continue;
            }
            let before = tokenizer.count(&text[..from], options).unwrap();
            let up_to_end = tokenizer.count(&text[..to], options).unwrap();
            assert_eq!(before + count.tokens, up_to_end, "{from}..{to}, {:?}", &text[from..to]);
            assert!(up_to_end <= whole);
        }
    });
}

#[test]
fn what_fits_a_limit_has_at_most_so_many_tokens_and_more_of_it_has_more() {
    for_each_case(300, |tokenizer, text, options, random| {
        let count = |text: &str| tokenizer.count(text, options).unwrap();
        let (whole, empty) = (count(text), count(""));
        for keep in [Keep::Start, Keep::End] {
            for limit in [0, 1, whole / 2, random.usize(..=whole), whole.saturating_sub(1), whole] {
                let at = match tokenizer.fit(text, limit, keep, options).unwrap() {
                    Fit::All => {
                        assert!(whole <= limit);
                        continue;
                    }
                    Fit::UpTo(at) => at,
                };
                let kept = if keep == Keep::Start { &text[..at] } else { &text[at..] };
                assert!(whole > limit, "{keep:?} {limit}: all of it fits");
                assert!(count(kept) <= limit || kept.is_empty() && empty > limit, "{keep:?} {limit}: {kept:?}");
                assert!(count(kept) + 24 >= limit, "{keep:?} {limit}: {} tokens in {kept:?}", count(kept));
            }
        }
    });
}

#[test]
fn a_limit_is_reached_at_a_word_and_at_no_half_of_an_added_token() {
    let (_, json) = committed_files().into_iter().find(|(name, _)| name == "word-level").unwrap();
    let tokenizer = CachedTokenizer::new(TokenizerEngine::from_json(&json).unwrap(), None);
    let fit = |text, limit, keep| tokenizer.fit(text, limit, keep, CountOptions::default()).unwrap();
    assert_eq!(fit("one two three", 2, Keep::Start), Fit::UpTo("one two ".len()));
    assert_eq!(fit("one two three", 2, Keep::End), Fit::UpTo("one".len()));
    assert_eq!(fit("one two three", 3, Keep::Start), Fit::All);
    assert_eq!(fit("one two three", 0, Keep::Start), Fit::UpTo(0));
    assert_eq!(fit("one two three", 0, Keep::End), Fit::UpTo("one two three".len()));
    assert_eq!(fit("", 0, Keep::Start), Fit::All);
}
