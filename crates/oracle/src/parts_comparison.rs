use cached_tokenizer::{CachedTokenizer, CountOptions, CountStream, Error, Fit, Keep, Window};
use fastrand::Rng;

/// What is found by characters has fewer tokens than it might where a character or a word has several; and by a pre-tokenizer that counts characters,
/// each start has other pre-tokens, so that some more are missing.
const SHORT_OF_LIMIT: usize = 24;

/// Counts a text in random stretches, in random windows and up to random limits, and says where that is not what the whole text's count says it
/// should be.
///
/// # Errors
///
/// What differs.
pub fn compare_parts(
    tokenizer: &CachedTokenizer,
    text: &str,
    options: CountOptions,
    random: &mut Rng,
) -> Result<(), String> {
    let Ok(whole) = tokenizer.count(text, options) else { return Ok(()) };
    let longest = [20, 500, 20_000][random.usize(..3)];
    check_stretches(tokenizer, text, options, whole, longest, random)?;
    for _ in 0..10 {
        check_window(tokenizer, text, CountOptions { add_special_tokens: false, ..options }, random)?;
    }
    for keep in [Keep::Start, Keep::End] {
        for limit in [0, 1, random.usize(..=whole), whole.saturating_sub(1), whole] {
            check_limit(tokenizer, text, options, whole, limit, keep)?;
        }
    }
    Ok(())
}

fn check_stretches(
    tokenizer: &CachedTokenizer,
    text: &str,
    options: CountOptions,
    whole: usize,
    longest: usize,
    random: &mut Rng,
) -> Result<(), String> {
    let mut stream = CountStream::new(tokenizer, options);
    let (mut start, mut settled) = (0, 0);
    let count = loop {
        let end = boundary(text, start + random.usize(0..=longest));
        if end == text.len() {
            break stream.finish(&text[start..]).map_err(said)?;
        }
        let count = stream.push(&text[start..end]).map_err(said)?;
        check(count >= settled, || format!("{settled} tokens were settled, and now {count} are"))?;
        (start, settled) = (end, count);
    };
    check(count == whole && settled <= whole, || {
        format!(
            "{count} tokens in stretches of up to {longest} bytes, {settled} of them settled; {whole} in all of {text:?}"
        )
    })
}

fn check_window(
    tokenizer: &CachedTokenizer,
    text: &str,
    options: CountOptions,
    random: &mut Rng,
) -> Result<(), String> {
    let start = boundary(text, random.usize(..=text.len()));
    let end = boundary(text, start + random.usize(..2000));
    let window = Window { text: &text[start..end], opens: start == 0, ends: end == text.len() };
    let counts = tokenizer.count_windows(&[window], options).map_err(said)?;
    let Some(counted) = counts.first() else { return Err("a window without a count".to_owned()) };
    let (from, to) = (start + counted.range.start, start + counted.range.end);
    if from == start && !window.opens || to == end && !window.ends {
        // It could not be cut, so its count is that of a text of its own.
        return Ok(());
    }
    let count = |text| tokenizer.count(text, options).map_err(said);
    let (before, up_to_end) = (count(&text[..from])?, count(&text[..to])?);
    check(before + counted.tokens == up_to_end, || {
        format!(
            "{} tokens in the window {from}..{to}, {before} before, {up_to_end} up to its end, of {text:?}",
            counted.tokens
        )
    })
}

fn check_limit(
    tokenizer: &CachedTokenizer,
    text: &str,
    options: CountOptions,
    whole: usize,
    limit: usize,
    keep: Keep,
) -> Result<(), String> {
    let count = |text| tokenizer.count(text, options).map_err(said);
    check_part(tokenizer, text, options, whole, limit, keep)?;
    match tokenizer.fit(text, true, limit, keep, options).map_err(said)? {
        Fit::All => check(whole <= limit, || format!("{keep:?}, {limit}: all {whole} tokens, of {text:?}")),
        Fit::UpTo(at) => {
            let kept = kept(text, at, keep);
            let tokens = count(kept)?;
            let fits = tokens <= limit || kept.is_empty() && count("")? > limit;
            check(whole > limit && fits && tokens + SHORT_OF_LIMIT + limit / 50 >= limit, || {
                format!("{keep:?}, {limit} of {whole}: {tokens} tokens, in {kept:?} of {text:?}")
            })
        }
    }
}

/// Of a part of a text, nothing is kept of a whole that fits, and what is kept of another one fits.
fn check_part(
    tokenizer: &CachedTokenizer,
    text: &str,
    options: CountOptions,
    whole: usize,
    limit: usize,
    keep: Keep,
) -> Result<(), String> {
    let middle = boundary(text, text.len() / 2);
    let part = kept(text, middle, keep);
    match tokenizer.fit(part, false, limit, keep, options).map_err(said)? {
        Fit::All => Ok(()),
        Fit::UpTo(at) => {
            let kept = kept(part, at, keep);
            let tokens = tokenizer.count(kept, options).map_err(said)?;
            check(whole > limit && (tokens <= limit || kept.is_empty()), || {
                format!("{keep:?}, {limit} of {whole}: {tokens} tokens, in {kept:?} of the part {part:?} of {text:?}")
            })
        }
    }
}

fn check(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn said(error: Error) -> String {
    error.to_string()
}

/// The next border of characters.
fn boundary(text: &str, at: usize) -> usize {
    text.ceil_char_boundary(at.min(text.len()))
}

fn kept(text: &str, at: usize, keep: Keep) -> &str {
    match keep {
        Keep::Start => &text[..at],
        Keep::End => &text[at..],
    }
}
