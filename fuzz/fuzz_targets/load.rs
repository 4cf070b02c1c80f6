//! Any bytes as a tokenizer.json: ours loads what the reference loads, refuses what it refuses, and then gives the same ids.
//!
//! ```sh
//! cargo +nightly fuzz run -s none load fuzz/corpus/load __test__/fixtures/components -- -dict=fuzz/tokenizer-json.dict -max_total_time=600
//! ```
//!
//! Two liberties of the reference are not asked of ours: it reads over a key without a value (`{"key", "model": ...}`), which is no JSON,
//! and of a key that stands twice in an object it parses only the last value, where ours refuses a first one that it could not use.

#![no_main]

use cached_tokenizer::{CachedTokenizer, TokenizerEngine};
use libfuzzer_sys::fuzz_target;
use oracle::{Loading, Mode, compare_guarded, is_left_to_chance, keep_panic_messages, load_both};
use serde_json::Value;

/// One for each thing that components treat in their own way: words, spaces, digits, punctuation, accents, scripts, bytes.
const TEXTS: [&str; 6] = [
    "",
    "a b c",
    "Hello,  world's 12345 ab\n\n x",
    "e\u{301}\u{1112}\u{1161}é ½ﬁ",
    "世界 😀\u{200d}\u{feff}",
    "##a ▁a <0x61> Ġa",
];

fuzz_target!(
    // The fuzzer's own hook ends the process at each panic, also at one of the reference's that is caught. A panic that nothing catches
    // still ends it.
    init: keep_panic_messages(),
    |data: &[u8]| {
        let Ok(json) = std::str::from_utf8(data) else { return };
        let Ok(value) = serde_json::from_str::<Value>(json) else {
            assert!(TokenizerEngine::from_json(json).is_err(), "loaded what is no JSON");
            return;
        };
        if is_left_to_chance(&value) {
            return;
        }
        let loading = load_both(json).or_else(|_| load_both(&value.to_string()));
        if let Loading::Both(mut reference, engine) = loading.unwrap_or_else(|difference| stop(&difference)) {
            let tokenizer = CachedTokenizer::new(*engine, None);
            for (number, text) in TEXTS.into_iter().enumerate() {
                let pair = (number % 3 == 1).then_some("b a");
                for mode in Mode::ALL {
                    compare_guarded(&mut reference, &tokenizer, text, pair, mode)
                        .unwrap_or_else(|difference| stop(&difference));
                }
            }
        }
    }
);

fn stop(difference: &str) -> ! {
    eprintln!("{difference}");
    std::process::abort()
}
