//! How cost grows on inputs that other tokenizers are slow on: 100 kB against 1 MB, for each model type.
//!
//! ```sh
//! cargo run --release -p oracle --bin growth-bench -- FOLDER [NAME...]
//! ```
//!
//! FOLDER holds `tokenizers/NAME/tokenizer.json`. Linear growth is a factor of 10. Each figure is the best of three tokenizers that have no
//! segment cache and have seen nothing of the text: word caches would make the shorter text look better than it is.

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use std::{fs, path::Path, time::Instant};

use cached_tokenizer::{CachedTokenizer, CountOptions, TokenizerEngine};

const NAMES: [&str; 5] = ["gpt4o", "llama2", "t5-small", "bert-base-uncased", "clip"];
const SMALL: usize = 100_000;
const LARGE: usize = 1_000_000;
const RUNS: usize = 3;

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (folder, names) = words.split_first().ok_or("usage: growth-bench FOLDER [NAME...]")?;
    let names: Vec<&str> = if names.is_empty() { NAMES.to_vec() } else { names.iter().map(String::as_str).collect() };
    println!("| tokenizer | engine | input | 100 kB ms | 1 MB ms | factor |\n|---|---|---|---|---|---|");
    for name in names {
        let path = Path::new(folder).join("tokenizers").join(name).join("tokenizer.json");
        let json = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (title, unit) in inputs() {
            let small = milliseconds(&json, &repeated(&unit, SMALL))?;
            let large = milliseconds(&json, &repeated(&unit, LARGE))?;
            let engine = TokenizerEngine::from_json(&json).map_err(|error| error.to_string())?.engine();
            println!("| {name} | {engine} | {title} | {small:.1} | {large:.1} | {:.1} |", large / small);
        }
    }
    Ok(())
}

/// Inputs by name; each is repeated to the length wanted.
fn inputs() -> Vec<(&'static str, String)> {
    let mut random = fastrand::Rng::with_seed(20_261_130);
    let letters: String = std::iter::repeat_with(|| random.char('a'..='z')).take(LARGE).collect();
    let base64: String = std::iter::repeat_with(|| random.alphanumeric()).take(LARGE).collect();
    let han: String = std::iter::repeat_with(|| random.char('\u{4e00}'..='\u{9fa5}')).take(LARGE / 3 + 1).collect();
    vec![
        ("`a`", "a".to_owned()),
        ("`_`", "_".to_owned()),
        ("`^`", "^".to_owned()),
        ("spaces", " ".to_owned()),
        ("line feeds", "\n".to_owned()),
        ("CRLF", "\r\n".to_owned()),
        ("random letters", letters),
        ("base64", base64),
        ("random Han", han),
        ("`word `", "word ".to_owned()),
        ("ZWJ family", "👨\u{200d}👩\u{200d}👧\u{200d}👦".to_owned()),
        ("combining marks", "Z\u{341}\u{343}\u{300}\u{308}\u{327}".to_owned()),
    ]
}

fn repeated(unit: &str, bytes: usize) -> String {
    let mut text = unit.repeat(bytes.div_ceil(unit.len()));
    text.truncate(text.floor_char_boundary(bytes));
    text
}

fn milliseconds(json: &str, text: &str) -> Result<f64, String> {
    let options = CountOptions::default();
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let engine = TokenizerEngine::from_json(json).map_err(|error| error.to_string())?;
        let tokenizer = CachedTokenizer::new(engine, None);
        // The first call makes the working buffers, which cost the same for every text.
        tokenizer.count("warm", options).map_err(|error| error.to_string())?;
        let start = Instant::now();
        tokenizer.count(text, options).map_err(|error| error.to_string())?;
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(best)
}
