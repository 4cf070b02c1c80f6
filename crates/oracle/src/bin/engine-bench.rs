//! Load time, memory and speed of our engine, of rc.3's pipeline and of the reference, side by side.
//!
//! ```sh
//! cargo run --release -p oracle --bin engine-bench -- FOLDER [--rounds N] [NAME...]
//! ```
//!
//! FOLDER holds `tokenizers/NAME/tokenizer.json` and `corpora/`. Each figure is taken in a process of its own, the three sides in turn;
//! printed are medians, speeds as cold / warm in MB/s. The ids of all sides must be equal, or nothing is printed. Cold is the first encode of a text after loading, warm the best of the next four. Caveats: rc.3 loads only after its
//! conversion step, which is part of its load time; the reference encodes by its fastest call, without offsets.

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use tokenizer_engine::{Position, SpecialTokens, TokenizerEngine};
use tokenizers::pipeline::{EncodeOptions, PipelineTokenizer};
use tokenizers_classic::Tokenizer;

const SIDES: [&str; 3] = ["ours", "rc.3", "0.23.2"];
const NAMES: [&str; 4] = ["gpt4o", "llama3", "qwen3", "gpt2"];
const TEXT_BYTES: usize = 1_000_000;
const WARM_RUNS: usize = 4;

fn main() -> Result<(), String> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("--measure", rest)) = words.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        let [side, folder, name] = rest else { return Err("--measure SIDE FOLDER NAME".to_owned()) };
        return measure(side, Path::new(folder), name);
    }
    let rounds = match words.iter().position(|word| word == "--rounds") {
        Some(at) if at + 1 < words.len() => {
            words.remove(at);
            words.remove(at).parse().map_err(|_| "--rounds needs a number")?
        }
        _ => 3,
    };
    let (folder, names) = words.split_first().ok_or("usage: engine-bench FOLDER [--rounds N] [NAME...]")?;
    let names: Vec<&str> = if names.is_empty() { NAMES.to_vec() } else { names.iter().map(String::as_str).collect() };
    let titles: Vec<&str> = TEXTS.iter().map(|(title, _)| *title).collect();
    println!("| tokenizer | engine | load ms | peak RSS MB | {} |", titles.join(" | "));
    println!("|---|---|---|---|{}", "---|".repeat(TEXTS.len()));
    for name in names {
        let mut samples: Vec<Sample> = Vec::new();
        for _ in 0..rounds {
            for side in SIDES {
                samples.push(run(side, folder, name)?);
            }
        }
        if samples.iter().any(|sample| sample.ids != samples[0].ids) {
            return Err(format!("{name}: the sides give different ids"));
        }
        for side in SIDES {
            print_row(name, side, &samples);
        }
    }
    Ok(())
}

/// What one process measured, in the order of `measure`, and the number and hash of the ids of each text.
struct Sample {
    side: &'static str,
    figures: Vec<f64>,
    ids: Vec<String>,
}

fn print_row(name: &str, side: &str, samples: &[Sample]) {
    let median = |index: usize| {
        let own = samples.iter().filter(|sample| sample.side == side);
        let mut values: Vec<f64> = own.map(|sample| sample.figures[index]).collect();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let speeds = (0..TEXTS.len()).map(|text| format!("{:.1} / {:.1}", median(2 + 2 * text), median(3 + 2 * text)));
    let speeds: Vec<String> = speeds.collect();
    println!("| {name} | {side} | {:.0} | {:.0} | {} |", median(0), median(1), speeds.join(" | "));
}

/// Runs one side in a process of its own.
fn run(side: &'static str, folder: &str, name: &str) -> Result<Sample, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output =
        Command::new(program).args(["--measure", side, folder, name]).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{side} {name}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines = text.lines();
    let figures = lines.next().unwrap_or_default().split(' ').map(str::parse).collect::<Result<_, _>>();
    let figures = figures.map_err(|_| format!("{side} printed {text}"))?;
    Ok(Sample { side, figures, ids: lines.map(str::to_owned).collect() })
}

const TEXTS: [(&str, &str); 4] = [
    ("prose", "prose_en/pride_and_prejudice.txt"),
    ("agent chat", "agent/agent_traffic.jsonl"),
    ("49 languages", "multilingual"),
    ("minified", "minified"),
];

enum Side {
    Ours(Box<TokenizerEngine>),
    Pipeline(PipelineTokenizer),
    Reference(Box<Tokenizer>),
}

fn measure(side: &str, folder: &Path, name: &str) -> Result<(), String> {
    let path = folder.join("tokenizers").join(name).join("tokenizer.json");
    let texts: Vec<String> =
        TEXTS.iter().map(|(_, path)| text(&folder.join("corpora").join(path))).collect::<Result<_, _>>()?;
    let start = Instant::now();
    let tokenizer = load(side, &path)?;
    let mut figures = vec![start.elapsed().as_secs_f64() * 1e3, peak_rss_mb()];
    let mut ids = Vec::new();
    for text in &texts {
        let megabytes = f64::from(u32::try_from(text.len()).map_err(|error| error.to_string())?) / 1e6;
        let mut speeds = Vec::new();
        let mut last = Vec::new();
        for _ in 0..=WARM_RUNS {
            let start = Instant::now();
            last = tokenizer.encode(text)?;
            speeds.push(megabytes / start.elapsed().as_secs_f64());
        }
        figures.push(speeds[0]);
        figures.push(speeds[1..].iter().copied().fold(0.0, f64::max));
        let mut hasher = DefaultHasher::new();
        last.hash(&mut hasher);
        ids.push(format!("{} #{:06x}", last.len(), hasher.finish() & 0xFF_FFFF));
    }
    let figures: Vec<String> = figures.iter().map(f64::to_string).collect();
    println!("{}\n{}", figures.join(" "), ids.join("\n"));
    Ok(())
}

fn load(side: &str, path: &Path) -> Result<Side, String> {
    Ok(match side {
        "ours" => Side::Ours(Box::new(TokenizerEngine::from_file(path, u64::MAX).map_err(|error| error.to_string())?)),
        "rc.3" => {
            let json = fs::read_to_string(path).map_err(|error| error.to_string())?;
            let json = tokenizers::canonicalize_str(&json).map_err(|error| error.to_string())?;
            Side::Pipeline(tokenizers::from_json(&json).map_err(|error| error.to_string())?)
        }
        _ => Side::Reference(Box::new(Tokenizer::from_file(path).map_err(|error| error.to_string())?)),
    })
}

impl Side {
    fn encode(&self, text: &str) -> Result<Vec<u32>, String> {
        match self {
            Self::Ours(tokenizer) => {
                let mut ids = Vec::new();
                let mut fragments = Vec::new();
                tokenizer.split(text, SpecialTokens::Match, &mut fragments);
                for fragment in fragments {
                    match fragment {
                        tokenizer_engine::Fragment::Token { id, .. } => ids.push(id),
                        tokenizer_engine::Fragment::Text { text, start } => {
                            let position = if start == 0 { Position::OpensInput } else { Position::Inside };
                            tokenizer
                                .encode_piece(text, position, SpecialTokens::Match, &mut ids)
                                .map_err(|error| error.to_string())?;
                        }
                    }
                }
                Ok(ids)
            }
            Self::Pipeline(tokenizer) => {
                let mut ids = Vec::new();
                let options = EncodeOptions { add_special_tokens: false, ..EncodeOptions::default() };
                tokenizer.encode_into(text, &options, &mut ids).map_err(|error| error.to_string())?;
                Ok(ids.into_iter().map(u32::from).collect())
            }
            Self::Reference(tokenizer) => {
                let encoding = tokenizer.encode_fast(text, false).map_err(|error| error.to_string())?;
                Ok(encoding.get_ids().to_vec())
            }
        }
    }
}

/// The first megabyte of a file, or of all files of a folder.
fn text(path: &Path) -> Result<String, String> {
    let mut paths: Vec<PathBuf> = match fs::read_dir(path) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect(),
        Err(_) => vec![path.to_owned()],
    };
    paths.sort_unstable();
    let mut text = String::new();
    for path in paths {
        text.push_str(&fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    text.truncate(text.floor_char_boundary(TEXT_BYTES));
    Ok(text)
}

/// The most memory that this process has held, as Linux reports it; 0 elsewhere.
fn peak_rss_mb() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1e3
}
