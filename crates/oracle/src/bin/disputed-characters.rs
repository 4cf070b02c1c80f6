//! Writes the table of characters that rc.3's pre-tokenizers split otherwise than the reference does.
//!
//! Every Unicode scalar value is split by both sides in contexts that tell its class: alone, beside letters, digits, marks, spaces,
//! punctuation, and within a contraction. Run it after an update of either side:
//!
//! ```sh
//! cargo run --release -p oracle --bin disputed-characters > crates/tokenizer_engine/src/engines/splitter/table.rs
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that writes its result and its progress")]

use std::{fmt::Write as _, process::ExitCode, thread};

use serde_json::{Value, json};
use tokenizers::pipeline::{PipelineTokenizer, PreTokenizer as _, PreTokenizerScratch, Span};
use tokenizers_classic::{OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _, PreTokenizerWrapper};

/// `@` stands for the character.
const CONTEXTS: [&str; 24] = [
    "@",
    "a@",
    "@a",
    "a@b",
    "A@b",
    "A@B",
    " @",
    "@ a",
    "  @",
    "1@1",
    ".@.",
    "\n@\n",
    "@\n",
    "@@",
    "\u{e9}@",
    "\u{4e00}@\u{4e00}",
    "\u{301}@",
    "'@",
    "a'@",
    "a'@a",
    "a'l@",
    "a'@e",
    "a'r@",
    "a.@",
];

fn main() -> ExitCode {
    let threads: Vec<_> = components()
        .into_iter()
        .map(|(name, pre_tokenizer)| thread::spawn(move || scan(name, &pre_tokenizer).map(|ranges| (name, ranges))))
        .collect();
    let mut arms = String::new();
    for thread in threads {
        match thread.join() {
            Ok(Ok((name, ranges))) => arms.push_str(&arm(name, &ranges)),
            Ok(Err(error)) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
            Err(_) => return ExitCode::FAILURE,
        }
    }
    print!(
        "//! Written by `cargo run --release -p oracle --bin disputed-characters`; do not edit.\n\n\
         use super::Component;\n\n\
         /// First and last code point of each range of characters on which the native code and 0.23 disagree.\n\
         #[rustfmt::skip]\n\
         #[expect(clippy::too_many_lines, reason = \"a table\")]\n\
         #[expect(clippy::match_same_arms, reason = \"two components may dispute the same characters\")]\n\
         pub(super) fn disputed_ranges(component: Component) -> &'static [(u32, u32)] {{\n    match component {{\n{arms}    }}\n}}\n"
    );
    ExitCode::SUCCESS
}

/// Every component with 0.23's spelling of it. A sequence stands for the regexes that are only native together.
fn components() -> Vec<(&'static str, Value)> {
    let regex = |regex: &str| json!({ "type": "Split", "pattern": { "Regex": regex }, "behavior": "Isolated", "invert": false });
    let sequence = |regexes: &[&str]| json!({ "type": "Sequence", "pretokenizers": regexes.iter().map(|r| regex(r)).collect::<Vec<_>>() });
    let plain = |kind: &str| json!({ "type": kind });
    let qwen = bitcannon::regexes::CL100K.replace(r"\p{N}{1,3}", r"\p{N}");
    vec![
        ("Gpt2", regex(bitcannon::regexes::GPT2)),
        ("Cl100k", regex(bitcannon::regexes::CL100K)),
        ("Qwen", regex(&qwen)),
        ("O200k", regex(bitcannon::regexes::O200K)),
        ("Tekken", regex(bitcannon::regexes::TEKKEN)),
        ("Kimi", regex(bitcannon::regexes::KIMI_K2)),
        ("DeepSeek", sequence(&tk_encode::utils::DEEPSEEK_PATTERNS)),
        ("Bert", plain("BertPreTokenizer")),
        ("Whitespace", plain("Whitespace")),
        ("WhitespaceSplit", plain("WhitespaceSplit")),
        ("Punctuation", json!({ "type": "Punctuation", "behavior": "Isolated" })),
        ("Digits", json!({ "type": "Digits", "individual_digits": false })),
        ("UnicodeScripts", plain("UnicodeScripts")),
    ]
}

fn scan(name: &str, pre_tokenizer: &Value) -> Result<Vec<(u32, u32)>, String> {
    let reference: PreTokenizerWrapper =
        serde_json::from_value(pre_tokenizer.clone()).map_err(|error| format!("{name}: {error}"))?;
    let native = native(pre_tokenizer).map_err(|error| format!("{name}: {error}"))?;
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut count = 0;
    for character in '\0'..=char::MAX {
        let texts = CONTEXTS.iter().map(|context| context.replace('@', character.encode_utf8(&mut [0; 4])));
        let mut texts = texts.into_iter();
        if texts.all(|text| native_pieces(&native, &text) == reference_pieces(&reference, &text)) {
            continue;
        }
        count += 1;
        let code_point = u32::from(character);
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == code_point => *last = code_point,
            _ => ranges.push((code_point, code_point)),
        }
    }
    eprintln!("{name}: {count} characters in {} ranges", ranges.len());
    Ok(ranges)
}

fn native(pre_tokenizer: &Value) -> Result<PipelineTokenizer, String> {
    let mut file = json!({
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": pre_tokenizer,
        "model": { "type": "BPE", "vocab": { "a": 0 }, "merges": [] },
    });
    tokenizers::canonicalize_value(&mut file).map_err(|error| error.to_string())?;
    tokenizers::from_json(&file.to_string()).map_err(|error| error.to_string())
}

fn native_pieces(native: &PipelineTokenizer, text: &str) -> Option<Vec<(usize, usize)>> {
    let mut spans: Vec<Span> = Vec::new();
    native.get_pre_tokenizer().pre_tokenize(text, &mut PreTokenizerScratch::default(), &mut spans).ok()?;
    Some(spans.iter().map(|span| (span.start as usize, span.end as usize)).collect())
}

fn reference_pieces(reference: &PreTokenizerWrapper, text: &str) -> Option<Vec<(usize, usize)>> {
    let mut pieces = PreTokenizedString::from(text);
    reference.pre_tokenize(&mut pieces).ok()?;
    let splits = pieces.get_splits(OffsetReferential::Original, OffsetType::Byte);
    Some(splits.into_iter().map(|(_, offsets, _)| offsets).collect())
}

fn arm(name: &str, ranges: &[(u32, u32)]) -> String {
    const PER_LINE: usize = 6;
    let mut arm = format!("        Component::{name} => &[\n");
    for line in ranges.chunks(PER_LINE) {
        let pairs: Vec<String> = line.iter().map(|(first, last)| format!("(0x{first:04X}, 0x{last:04X})")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(arm, "            {},", pairs.join(", "));
    }
    arm.push_str("        ],\n");
    arm
}
