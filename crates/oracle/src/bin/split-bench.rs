//! The speed of the split at added tokens, and the time to build it.
//!
//! ```sh
//! cargo run --release -p oracle --bin split-bench -- FOLDER
//! ```
//!
//! FOLDER holds `tokenizers/NAME/tokenizer.json` and `corpora/`. The text is 20 MB of real prose and chats in which no added token stands; each
//! figure is the median of nine runs. The made-up vocabularies have tokens of random letters in angle brackets, and of random letters
//! alone, which no first byte tells from prose.

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use std::{fmt::Write as _, fs, path::Path, time::Instant};

use tokenizer_engine::{SpecialTokens, TokenizerEngine};

const TEXT_BYTES: usize = 20_000_000;
const RUNS: usize = 9;

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).ok_or("usage: split-bench FOLDER")?;
    let folder = Path::new(&folder);
    let read = |path: &str| fs::read_to_string(folder.join(path)).map_err(|error| format!("{path}: {error}"));
    let seed_text = read("corpora/prose_en/pride_and_prejudice.txt")?
        + &read("corpora/agent/agent_traffic.jsonl")?.replace('<', "(");
    let mut text = seed_text.repeat(TEXT_BYTES.div_ceil(seed_text.len()));
    text.truncate(text.floor_char_boundary(TEXT_BYTES));
    println!("| tokenizer | added tokens | load ms | fragments | GB/s |\n|---|---|---|---|---|");
    for name in ["gpt2", "llama3", "gemma3"] {
        row(name, &read(&format!("tokenizers/{name}/tokenizer.json"))?, &text)?;
    }
    for (count, is_bracketed) in [(6_000, true), (100_000, true), (6_000, false), (100_000, false)] {
        let title = if is_bracketed { "made up, in brackets" } else { "made up, bare" };
        row(title, &made_up(count, is_bracketed), &text)?;
    }
    Ok(())
}

fn row(title: &str, json: &str, text: &str) -> Result<(), String> {
    let start = Instant::now();
    let engine = TokenizerEngine::from_json(json).map_err(|error| error.to_string())?;
    let load = start.elapsed().as_secs_f64() * 1e3;
    let mut seconds = Vec::new();
    let mut fragments = Vec::new();
    for _ in 0..RUNS {
        fragments.clear();
        let start = Instant::now();
        engine.split(text, SpecialTokens::Match, &mut fragments);
        seconds.push(start.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let gigabytes = f64::from(u32::try_from(text.len()).map_err(|error| error.to_string())?) / 1e9;
    let (tokens, count) = (engine.added_tokens().len(), fragments.len());
    println!("| {title} | {tokens} | {load:.0} | {count} | {:.2} |", gigabytes / seconds[RUNS / 2]);
    Ok(())
}

/// A tokenizer.json with this many added tokens and hardly a model.
fn made_up(count: usize, is_bracketed: bool) -> String {
    let mut random = fastrand::Rng::with_seed(20_261_130);
    let mut tokens = String::new();
    for id in 0..count {
        let word: String = std::iter::repeat_with(|| random.char('a'..='z')).take(12).collect();
        let content = if is_bracketed { format!("<{word}>") } else { word };
        let comma = if id == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(
            tokens,
            r#"{comma}{{"id":{},"content":"{content}","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":false}}"#,
            id + 1
        );
    }
    format!(r#"{{"added_tokens":[{tokens}],"model":{{"type":"WordLevel","unk_token":"?","vocab":{{"?":0}}}}}}"#)
}
