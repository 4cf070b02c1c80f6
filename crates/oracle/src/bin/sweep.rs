//! The wide sweep: every real tokenizer.json in a folder against the reference, on random mixes of real texts and traps.
//!
//! ```sh
//! cargo run --release -p oracle --bin sweep -- FOLDER [--kilobytes N] [--seed N] [NAME...]
//! ```
//!
//! FOLDER holds `tokenizers/NAME/tokenizer.json` and `corpora/`. Ends with the plain line `N passed, N failed`, a tokenizer each; a file
//! that the reference refuses passes when it is refused here too.

#![expect(clippy::print_stdout, reason = "a program that reports its progress and result")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use cached_tokenizer::{CacheConfig, CachedTokenizer, CountOptions, Eviction, SpecialTokens, TokenizerEngine};
use oracle::{Mode, Reference, TextMixer, compare, compare_full, compare_parts};

/// Differences printed in full for one tokenizer.
const MOST_SHOWN: usize = 5;

/// Texts that other engines got wrong, each for a kind of fault: digests that collide, raw vocabulary entries, newer Unicode tables,
/// added tokens matched without what stands beside them.
const TRAPS: [&str; 20] = [
    "mqxabgjtcjqy",
    "\u{26a0}",
    "\u{1f979}",
    "\u{1f600}",
    "e\u{8d3}\u{301}",
    "a\u{61d}b",
    "\u{32ff}",
    "a \u{20c1} 5",
    "oding",
    "uding",
    " coding",
    "ing<W>",
    "adding",
    "ilding",
    "\u{212b}\u{1e9b}\u{323}",
    "\u{1112}\u{1161}\u{11ab}",
    "\u{17f}'\u{17f}",
    "a\u{2028}b\u{85}c\u{b}d",
    "##ing \u{2581}the",
    "\0a\0",
];

struct Arguments {
    folder: PathBuf,
    bytes: usize,
    seed: u64,
    names: Vec<String>,
}

fn main() -> Result<ExitCode, String> {
    let arguments = arguments()?;
    let corpus = corpus(&arguments.folder.join("corpora"))?;
    println!("seed {}, {} kB a tokenizer", arguments.seed, arguments.bytes / 1000);
    let (mut passed, mut failed) = (0, 0);
    for name in tokenizers(&arguments)? {
        let start = Instant::now();
        match sweep(&arguments, &name, &corpus) {
            Ok(report) => {
                passed += 1;
                println!("ok    {name}: {report} ({:.1} s)", start.elapsed().as_secs_f64());
            }
            Err(differences) => {
                failed += 1;
                println!("FAIL  {name}: {} differences ({:.1} s)", differences.len(), start.elapsed().as_secs_f64());
                differences.iter().take(MOST_SHOWN).for_each(|difference| println!("      {}", shortened(difference)));
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn arguments() -> Result<Arguments, String> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("usage: sweep FOLDER [--kilobytes N] [--seed N] [NAME...]")?.into();
    let mut arguments = Arguments { folder, bytes: 300_000, seed: 20_261_130, names: Vec::new() };
    while let Some(word) = words.next() {
        let mut number =
            || words.next().and_then(|word| word.parse::<usize>().ok()).ok_or(format!("{word} needs a number"));
        match word.as_str() {
            "--kilobytes" => arguments.bytes = number()? * 1000,
            "--seed" => arguments.seed = number()? as u64,
            _ => arguments.names.push(word),
        }
    }
    Ok(arguments)
}

fn tokenizers(arguments: &Arguments) -> Result<Vec<String>, String> {
    if !arguments.names.is_empty() {
        return Ok(arguments.names.clone());
    }
    let folder = arguments.folder.join("tokenizers");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("tokenizer.json").is_file())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    names.sort_unstable();
    Ok(names)
}

/// All texts below a folder.
fn corpus(folder: &Path) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort_unstable();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                texts.push(text);
            }
        }
    }
    if texts.is_empty() { Err(format!("no texts in {}", folder.display())) } else { Ok(texts) }
}

fn sweep(arguments: &Arguments, name: &str, corpus: &[String]) -> Result<String, Vec<String>> {
    let path = arguments.folder.join("tokenizers").join(name).join("tokenizer.json");
    let json = fs::read_to_string(&path).map_err(|error| vec![error.to_string()])?;
    let (reference, engine) = (Reference::from_json(&json), TokenizerEngine::from_json(&json));
    let (mut reference, engine) = match (reference, engine) {
        (Ok(reference), Ok(engine)) => (reference, engine),
        (Err(_), Err(error)) => return Ok(format!("refused by both: {error}")),
        (Ok(_), Err(error)) => return Err(vec![format!("refused: {error}")]),
        (Err(error), Ok(_)) => return Err(vec![format!("loaded, but the reference says: {error}")]),
    };
    drop(json);
    let kind = engine.engine();
    let cache = CacheConfig { max_bytes: 1 << 20, eviction: Eviction::Lru };
    let tokenizer = CachedTokenizer::new(engine, Some(cache));
    let mut inputs = Inputs::new(arguments.seed, reference.added_tokens(), corpus);
    let mut differences = Vec::new();
    let (mut bytes, mut texts) = (0, 0);
    while bytes < arguments.bytes {
        let text = TRAPS.get(texts / Mode::ALL.len()).map_or_else(|| inputs.text(), |trap| (*trap).to_owned());
        let pair = (texts % 8 == 0).then(|| inputs.text());
        let mode = Mode::ALL[texts % Mode::ALL.len()];
        bytes += text.len();
        texts += 1;
        differences.extend(compare(&mut reference, &tokenizer, &text, pair.as_deref(), mode).err());
        differences.extend(compare_full(&mut reference, &tokenizer, &text, pair.as_deref(), mode).err());
        let special_tokens = if texts % 2 == 0 { SpecialTokens::Text } else { SpecialTokens::Match };
        let options = CountOptions { add_special_tokens: texts % 3 == 0, special_tokens };
        differences.extend(compare_parts(&tokenizer, &text, options, &mut inputs.random).err());
    }
    if differences.is_empty() { Ok(format!("{kind}, {texts} texts")) } else { Err(differences) }
}

/// One text in so many is long enough to be cut into segments.
const LONG_EVERY: u8 = 16;

/// Random texts: traps, slices of real texts, and both.
struct Inputs<'a> {
    random: fastrand::Rng,
    mixer: TextMixer,
    corpus: &'a [String],
}

impl<'a> Inputs<'a> {
    fn new(seed: u64, added_tokens: Vec<String>, corpus: &'a [String]) -> Self {
        Self { random: fastrand::Rng::with_seed(seed), mixer: TextMixer::new(seed, added_tokens), corpus }
    }

    fn text(&mut self) -> String {
        if self.random.u8(..LONG_EVERY) > 0 {
            return self.short_text();
        }
        let lines: Vec<String> = (0..self.random.usize(1..40)).map(|_| self.short_text()).collect();
        lines.join(["\n", "\r\n", ". ", ""][self.random.usize(..4)])
    }

    fn short_text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.random.usize(1..4) {
            if self.random.bool() {
                text.push_str(&self.mixer.text(8));
            } else {
                text.push_str(self.slice());
            }
        }
        text
    }

    fn slice(&mut self) -> &'a str {
        let text = &self.corpus[self.random.usize(..self.corpus.len())];
        let start = text.floor_char_boundary(self.random.usize(..=text.len()));
        let length = 1 << self.random.usize(0..11);
        &text[start..text.floor_char_boundary(start.saturating_add(length).min(text.len()))]
    }
}

fn shortened(text: &str) -> String {
    const MOST_CHARACTERS: usize = 1500;
    text.chars().take(MOST_CHARACTERS).collect()
}
