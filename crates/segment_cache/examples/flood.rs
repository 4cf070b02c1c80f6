//! Floods a cache of 16 MiB with unique text from eight threads, and checks at every reading that it keeps its budget, and that the process needs
//! no more than a quarter of the budget beyond it.
//!
//! ```text
//! cargo run --release -p segment_cache --example flood [MEGABYTES]
//! ```
//!
//! Each size of segment runs twice, each time in a process of its own: without a cache, to know what making the texts takes, and with one.
//! Memory is the resident set, sampled every few milliseconds, so this needs Linux.

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::{
    env, fs,
    hint::black_box,
    process::{Command, ExitCode},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

use segment_cache::{CacheConfig, Eviction, Lookup, Mark, SegmentCache};

const BUDGET: u64 = 16 << 20;
const THREADS: u64 = 8;
const SEGMENT_BYTES: [usize; 2] = [600, 100_000];
const MEGABYTES: u64 = 2000;
/// The most that the process may grow by, as a share of the budget.
const MOST_GROWTH: f64 = 1.25;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [mode, segment_bytes, megabytes] = &arguments[..] {
        let (Ok(segment_bytes), Ok(megabytes)) = (segment_bytes.parse(), megabytes.parse()) else {
            return ExitCode::FAILURE;
        };
        let cache = (mode == "cached").then(new_cache);
        println!("{}", flood(cache.as_ref(), segment_bytes, megabytes));
        return ExitCode::SUCCESS;
    }
    let megabytes = arguments.first().map_or(Ok(MEGABYTES), |argument| argument.parse());
    let Ok(megabytes) = megabytes else {
        println!("usage: flood [MEGABYTES]");
        return ExitCode::FAILURE;
    };
    let mut passed = true;
    for segment_bytes in SEGMENT_BYTES {
        passed &= check(segment_bytes, megabytes);
    }
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn new_cache() -> SegmentCache {
    SegmentCache::new(CacheConfig { max_bytes: BUDGET, eviction: Eviction::Lru })
}

/// Runs both floods and compares what they took.
fn check(segment_bytes: usize, megabytes: u64) -> bool {
    let start = Instant::now();
    let (Some(uncached), Some(cached)) =
        (flood_apart("uncached", segment_bytes, megabytes), flood_apart("cached", segment_bytes, megabytes))
    else {
        println!("segments of {segment_bytes} B: a flood failed");
        return false;
    };
    #[expect(clippy::cast_precision_loss, reason = "a share of some megabytes")]
    let growth = cached.saturating_sub(uncached) as f64 / BUDGET as f64;
    println!(
        "segments of {segment_bytes} B, {THREADS} threads, {megabytes} MB: {:.1} MiB without a cache, {:.1} MiB with one: {growth:.2} of the \
         budget, {:.0} s",
        mebibytes(uncached),
        mebibytes(cached),
        start.elapsed().as_secs_f64()
    );
    growth <= MOST_GROWTH
}

/// The most memory in bytes that a flood in a process of its own took; `None` when it failed.
fn flood_apart(mode: &str, segment_bytes: usize, megabytes: u64) -> Option<u64> {
    let arguments = [mode.to_owned(), segment_bytes.to_string(), megabytes.to_string()];
    let output = Command::new(env::current_exe().ok()?).args(arguments).output().ok()?;
    print!("{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Gives the most memory in bytes that was seen.
fn flood(cache: Option<&SegmentCache>, segment_bytes: usize, megabytes: u64) -> u64 {
    let segments = megabytes * 1_000_000 / segment_bytes as u64 / THREADS;
    let (done, most) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Relaxed) {
                most.fetch_max(resident_bytes(), Relaxed);
                cache.inspect(|cache| assert_budget(cache));
                thread::sleep(Duration::from_millis(2));
            }
        });
        let write = |thread| {
            let (mut text, mut ids) = (String::new(), Vec::new());
            for number in 0..segments {
                make(&mut text, &mut ids, segment_bytes, thread, number);
                cache.inspect(|cache| insert(cache, &text, &ids));
                black_box((&text, &ids));
            }
        };
        let writers: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || write(thread))).collect();
        let finished = writers.into_iter().all(|writer| writer.join().is_ok());
        done.store(true, Relaxed);
        assert!(finished, "a writer panicked");
    });
    most.load(Relaxed)
}

/// Makes a text that nobody made before, with ids for it, in buffers that are used again, as those of an encoder are.
fn make(text: &mut String, ids: &mut Vec<u32>, segment_bytes: usize, thread: u64, number: u64) {
    text.clear();
    for part in [thread, number] {
        text.push_str(&part.to_string());
        text.push(' ');
    }
    text.extend(std::iter::repeat_n('x', segment_bytes.saturating_sub(text.len())));
    ids.clear();
    ids.resize(segment_bytes / 4, 7);
}

fn insert(cache: &SegmentCache, text: &str, ids: &[u32]) {
    match cache.lookup(text, Mark::default()) {
        Lookup::Hit(_) => panic!("{text:.20} was never cached"),
        Lookup::Miss(vacancy) => vacancy.fill(text, ids),
    }
    assert_budget(cache);
}

fn assert_budget(cache: &SegmentCache) {
    let stats = cache.stats();
    assert!(stats.bytes <= stats.max_bytes, "{stats:?}");
}

fn resident_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.unwrap_or(0_u64) << 10
}

#[expect(clippy::cast_precision_loss, reason = "some megabytes")]
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
