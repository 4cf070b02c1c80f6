//! How long the segments are that texts of 1 MB are cut into, for each tokenizer below a folder, as a table for docs/segment-cache.md.
//!
//! ```text
//! cargo run --release -p oracle --bin segment-sizes -- FOLDER [NAME...]
//! ```
//!
//! Made texts, the same in every run: prose, Chinese, pretty-printed JSON, source code with CRLF, minified JavaScript, base64.

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::{env, path::PathBuf, process::ExitCode};

use cached_tokenizer::{CachedTokenizer, SpecialTokens, TokenizerEngine};
use fastrand::Rng;

const BYTES: usize = 1_000_000;
const SEED: u64 = 20_261_130;

/// Tokenizers of one kind each: the first one stands for the others.
const NAMES: [&str; 12] = [
    "gpt2",
    "gpt4o",
    "llama3",
    "qwen3",
    "deepseek_v3",
    "mistral-nemo-tekken",
    "llama2",
    "gemma3",
    "bert-base-uncased",
    "t5-small",
    "multilingual-e5-small",
    "nmt-marian",
];

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let Some(folder) = arguments.next().map(PathBuf::from) else {
        println!("usage: segment-sizes FOLDER [NAME...]");
        return ExitCode::FAILURE;
    };
    let given: Vec<String> = arguments.collect();
    let names = if given.is_empty() { NAMES.map(str::to_owned).to_vec() } else { given };
    let texts = texts();
    println!("| tokenizer | {} |", texts.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" | "));
    println!("|---{}|", "|---:".repeat(texts.len()));
    for name in names {
        let path = folder.join("tokenizers").join(&name).join("tokenizer.json");
        let engine = match TokenizerEngine::from_file(&path, u64::MAX) {
            Ok(engine) => engine,
            Err(error) => {
                println!("{name}: {error}");
                return ExitCode::FAILURE;
            }
        };
        let tokenizer = CachedTokenizer::new(engine, None);
        let cells: Vec<String> = texts.iter().map(|(_, text)| cell(&tokenizer, text)).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
    ExitCode::SUCCESS
}

/// Mean and greatest length of the segments.
fn cell(tokenizer: &CachedTokenizer, text: &str) -> String {
    let ends = tokenizer.segment_ends(text, SpecialTokens::Text);
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let longest = starts.zip(&ends).map(|(start, end)| end - start).max().unwrap_or(0);
    format!("{} / {}", text.len() / ends.len().max(1), longest)
}

fn texts() -> [(&'static str, String); 6] {
    let mut random = Rng::with_seed(SEED);
    [
        ("prose", repeated(|| prose(&mut random))),
        ("Chinese", repeated(chinese)),
        ("JSON", repeated(json)),
        ("CRLF code", repeated(crlf_code)),
        ("minified", repeated(minified)),
        ("base64", base64()),
    ]
}

fn repeated(mut part: impl FnMut() -> String) -> String {
    let mut text = String::new();
    while text.len() < BYTES {
        text.push_str(&part());
    }
    text
}

fn prose(random: &mut Rng) -> String {
    let words = ["the", "garden", "was", "quiet", "until", "somebody", "opened", "a", "window", "and", "called"];
    let count = random.usize(40..120);
    let sentence: Vec<&str> = (0..count).map(|_| words[random.usize(..words.len())]).collect();
    format!("{}.\n\n", sentence.join(" "))
}

fn chinese() -> String {
    "院子里很安静，直到有人打开窗户喊了一声。她没有回答；风把纸吹到地上，谁也没有去捡。\n".to_owned()
}

fn json() -> String {
    "  {\n    \"name\": \"garden\",\n    \"tags\": [\n      \"quiet\",\n      \"green\"\n    ],\n    \"size\": 12.5\n  },\n".to_owned()
}

fn crlf_code() -> String {
    "function open(window) {\r\n\tif (!window.closed) {\r\n\t\treturn null;\r\n\t}\r\n\treturn call(window.name);\r\n}\r\n\r\n"
        .to_owned()
}

fn minified() -> String {
    "function o(n){return n.closed?c(n.name):null}var e=[1,2,3].map(t=>t*2);".to_owned()
}

fn base64() -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut random = Rng::with_seed(SEED);
    (0..BYTES).map(|_| char::from(ALPHABET[random.usize(..ALPHABET.len())])).collect()
}
