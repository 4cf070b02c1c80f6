//! The embedded vocabularies, loaded straight from their compact form, give what the reference gives for the tokenizer.json of them.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use cached_tokenizer::{CachedTokenizer, TokenizerEngine};
use oracle::{Mode, Reference, TextMixer, compare};
use tokenizer_engine::embedded_tokenizer_json;

const TEXTS: usize = 600;
const SEED: u64 = 20_261_130;

#[track_caller]
fn check(name: &str, known: &[(&str, usize)]) {
    let mut reference = Reference::from_json(&embedded_tokenizer_json(name).unwrap()).unwrap();
    let tokenizer = CachedTokenizer::new(TokenizerEngine::from_encoding(name).unwrap(), None);
    assert_eq!(tokenizer.vocab_size(), reference.vocab_size());
    let mut mixer = TextMixer::new(SEED, reference.added_tokens());
    for (text, ids) in known {
        assert_eq!(reference.encode(text, None, Mode::ALL[0]).unwrap().len(), *ids, "{text:?}");
        compare(&mut reference, &tokenizer, text, None, Mode::ALL[0]).unwrap();
    }
    for number in 0..TEXTS {
        let text = mixer.text(20);
        compare(&mut reference, &tokenizer, &text, None, Mode::ALL[number % Mode::ALL.len()])
            .unwrap_or_else(|difference| panic!("{name}, seed {SEED}, text {number}: {difference}"));
    }
}

#[test]
fn o200k_base() {
    // The first text's digest of 32 bits is that of another token: a table that compares digests makes one id of it.
    check("o200k_base", &[("mqxabgjtcjqy", 6), ("tiktoken is great!", 6)]);
}

#[test]
fn cl100k_base() {
    check("cl100k_base", &[("tiktoken is great!", 6)]);
}
