//! Every Unicode scalar value in several contexts, against the reference.
//!
//! ```sh
//! cargo run --release -p oracle --bin scalar-scan -- FOLDER [NAME...]
//! ```
//!
//! FOLDER holds `tokenizers/NAME/tokenizer.json`. Values are encoded in blocks; a block that differs is taken apart, and each value that
//! still differs is printed. Ends with the plain line `N passed, N failed`, a tokenizer each.

#![expect(clippy::print_stdout, reason = "a program that reports its progress and result")]

use std::{fs, path::Path, process::ExitCode, time::Instant};

use cached_tokenizer::{CachedTokenizer, TokenizerEngine};
use oracle::{Mode, Reference, compare_ids};

/// `@` stands for the value.
const CONTEXTS: [&str; 8] = ["@", "a@", "@a", "a@b", " @ ", "@\u{301}", "1@", "@@"];
const BLOCK: usize = 128;
const MOST_SHOWN: usize = 10;
const MODE: Mode = Mode { add_special_tokens: false, special_as_text: false };

fn main() -> Result<ExitCode, String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (folder, names) = words.split_first().ok_or("usage: scalar-scan FOLDER [NAME...]")?;
    let folder = Path::new(folder).join("tokenizers");
    let names = if names.is_empty() { all_names(&folder)? } else { names.to_vec() };
    let (mut passed, mut failed) = (0, 0);
    for name in names {
        let start = Instant::now();
        let json = fs::read_to_string(folder.join(&name).join("tokenizer.json"))
            .map_err(|error| format!("{name}: {error}"))?;
        let Ok(reference) = Reference::from_json(&json) else {
            println!("ok    {name}: the reference refuses it");
            passed += 1;
            continue;
        };
        let different = scan(reference, &json).map_err(|error| format!("{name}: {error}"))?;
        let seconds = start.elapsed().as_secs_f64();
        if different.is_empty() {
            passed += 1;
            println!("ok    {name} ({seconds:.0} s)");
        } else {
            failed += 1;
            println!("FAIL  {name}: {} values differ ({seconds:.0} s)", different.len());
            different.iter().take(MOST_SHOWN).for_each(|difference| println!("      {difference}"));
        }
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn all_names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let paths = paths.filter(|path| path.join("tokenizer.json").is_file());
    let mut names: Vec<String> = paths.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned())).collect();
    names.sort_unstable();
    Ok(names)
}

fn scan(mut reference: Reference, json: &str) -> Result<Vec<String>, String> {
    let engine = TokenizerEngine::from_json(json).map_err(|error| error.to_string())?;
    let tokenizer = CachedTokenizer::new(engine, None);
    let values: Vec<char> = ('\0'..=char::MAX).collect();
    let mut different = Vec::new();
    for block in values.chunks(BLOCK) {
        let text: String = block.iter().copied().map(in_contexts).collect();
        if compare_ids(&mut reference, &tokenizer, &text, None, MODE).is_ok() {
            continue;
        }
        for &value in block {
            let difference = compare_ids(&mut reference, &tokenizer, &in_contexts(value), None, MODE).err();
            different.extend(difference.map(|difference| format!("U+{:04X}: {difference}", u32::from(value))));
        }
    }
    Ok(different)
}

fn in_contexts(value: char) -> String {
    CONTEXTS.iter().map(|context| context.replace('@', value.encode_utf8(&mut [0; 4])) + "\n").collect()
}
