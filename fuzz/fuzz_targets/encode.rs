//! Any text, in any mode, with a tokenizer of each kind, cold and from a cache that evicts all the time: the reference's ids, type ids,
//! masks, offsets and overflowing parts.
//!
//! ```sh
//! cargo +nightly fuzz run -s none encode -- -max_len=512 -max_total_time=600
//! ```
//!
//! The first byte picks the tokenizer and the mode, the second where the text is parted into a pair.

#![no_main]

use std::{cell::RefCell, fs};

use cached_tokenizer::{CacheConfig, CachedTokenizer, Eviction, TokenizerEngine};
use libfuzzer_sys::fuzz_target;
use oracle::{Mode, Reference, compare_full, compare_guarded, keep_panic_messages};

const NAMES: [&str; 12] = [
    "byte-level-bpe",
    "byte-fallback-bpe",
    "unigram",
    "word-piece",
    "word-level",
    "components/added-tokens-every-flag",
    "components/added-tokens-normalized-growing",
    "components/normalizer-precompiled",
    "components/pre-tokenizer-o200k",
    "components/pre-tokenizer-deepseek",
    "components/pre-tokenizer-metaspace-first",
    "components/truncation-longest-first-left",
];

struct Pair {
    reference: Reference,
    tokenizer: CachedTokenizer,
}

thread_local! {
    static PAIRS: RefCell<Vec<Pair>> = RefCell::new(NAMES.iter().map(|name| load(name)).collect());
}

fuzz_target!(
    // The fuzzer's own hook ends the process at each panic, also at one of the reference's that is caught. A panic that nothing catches
    // still ends it.
    init: keep_panic_messages(),
    |data: &[u8]| {
        let [choice, parting, rest @ ..] = data else { return };
        let text = String::from_utf8_lossy(rest);
        let (choice, parting) = (usize::from(*choice), usize::from(*parting));
        let mode = Mode::ALL[choice % Mode::ALL.len()];
        // Half of the inputs are pairs, parted anywhere in their first 128 bytes.
        let (text, pair) = if parting < 128 {
            let (text, pair) = text.split_at(text.floor_char_boundary(parting));
            (text, Some(pair))
        } else {
            (&*text, None)
        };
        PAIRS.with_borrow_mut(|pairs| {
            let index = choice / Mode::ALL.len() % pairs.len();
            let Pair { reference, tokenizer } = &mut pairs[index];
            let compared = compare_guarded(reference, tokenizer, text, pair, mode)
                .and_then(|()| compare_full(reference, tokenizer, text, pair, mode));
            if let Err(difference) = compared {
                eprintln!("{}: {difference}", NAMES[index]);
                std::process::abort();
            }
        });
    }
);

fn load(name: &str) -> Pair {
    let path = format!("{}/../__test__/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let json = fs::read_to_string(&path).expect("a committed fixture");
    let reference = Reference::from_json(&json).expect("a file that the reference loads");
    let engine = TokenizerEngine::from_json(&json).expect("a file that ours loads");
    let cache = CacheConfig { max_bytes: 64 << 10, eviction: Eviction::Lru };
    Pair { reference, tokenizer: CachedTokenizer::new(engine, Some(cache)) }
}
