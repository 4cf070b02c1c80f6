//! A call that nobody waits for any more ends at the next border of a segment, and harms no other.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use std::{sync::mpsc, thread, time::Duration};

use cached_tokenizer::{
    CacheConfig, CachedTokenizer, CallSettings, CancelFlag, CountOptions, EncodeOptions, Error, Eviction,
    TokenizerEngine,
};

const JSON: &str = r#"{
    "pre_tokenizer": { "type": "Whitespace" },
    "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2 } }
}"#;

fn tokenizers() -> [CachedTokenizer; 2] {
    let cache = CacheConfig { max_bytes: 1 << 20, eviction: Eviction::Lru };
    [Some(cache), None].map(|cache| CachedTokenizer::new(TokenizerEngine::from_json(JSON).unwrap(), cache))
}

fn cancelled_by(tokenizer: &CachedTokenizer, cancel: &CancelFlag) -> CachedTokenizer {
    tokenizer.for_calls(CallSettings { cancel: Some(cancel.clone()), never_waits: false })
}

#[test]
fn a_cancelled_call_fails_and_the_next_one_does_not() {
    for tokenizer in tokenizers() {
        let text = "hello world\n".repeat(100_000);
        let cancel = CancelFlag::default();
        let call = cancelled_by(&tokenizer, &cancel);
        assert_eq!(call.count("hello", CountOptions::default()).unwrap(), 1);
        cancel.cancel();
        let count = call.count(&text, CountOptions::default());
        assert!(matches!(count, Err(Error::Cancelled)), "{count:?}");
        let encoding = call.encode(&text, None, &EncodeOptions::default());
        assert!(matches!(encoding, Err(Error::Cancelled)));
        assert_eq!(tokenizer.count(&text, CountOptions::default()).unwrap(), 200_000);
    }
}

#[test]
fn a_running_call_ends_before_its_text_does() {
    for tokenizer in tokenizers() {
        let text = "hello new world of words that are not known\n".repeat(20_000);
        let cancel = CancelFlag::default();
        let call = cancelled_by(&tokenizer, &cancel);
        let (done, end) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| {
                // It goes on for ever, but for the flag.
                let outcome = loop {
                    if let Err(error) = call.count(&text, CountOptions::default()) {
                        break error;
                    }
                };
                done.send(outcome).unwrap();
            });
            assert!(end.recv_timeout(Duration::from_millis(30)).is_err(), "it runs");
            cancel.cancel();
            assert!(matches!(end.recv().unwrap(), Error::Cancelled));
        });
    }
}

#[test]
fn a_call_that_must_not_wait_counts_the_same() {
    for tokenizer in tokenizers() {
        let call = tokenizer.for_calls(CallSettings { cancel: None, never_waits: true });
        for _ in 0..3 {
            assert_eq!(call.count("hello new world", CountOptions::default()).unwrap(), 3);
        }
        if let Some(stats) = tokenizer.cache_stats() {
            assert_eq!((stats.hits, stats.misses, stats.entries), (2, 1, 1));
        }
    }
}
