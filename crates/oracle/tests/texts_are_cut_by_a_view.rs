//! Where a view of a text says that the whole can be cut, the ids of both parts, each split at added tokens by itself, are those of the whole: for every
//! component that a tokenizer.json can have, whatever stands outside of the view.

use fastrand::Rng;
use oracle::{TextMixer, committed_files, keep_panic_messages};
use tokenizer_engine::{CUT_CONTEXT_BYTES, Fragment, Position, SpecialTokens, TokenizerEngine};

const TEXTS: usize = 60;
const SEEDS: [u64; 2] = [9, 20_261_201];
/// Of all files, so that a rule that cuts nowhere does not pass.
const FEWEST_CUTS: usize = 10_000;

#[test]
fn both_parts_have_the_ids_of_the_whole() {
    // Some normalizers of the reference panic on damaged tables; that is caught.
    keep_panic_messages();
    let mut cuts = 0;
    for (name, json) in committed_files() {
        let Ok(engine) = TokenizerEngine::from_json(&json) else { continue };
        for seed in SEEDS {
            cuts += check(&engine, seed).unwrap_or_else(|difference| panic!("{name}, seed {seed}: {difference}"));
        }
    }
    assert!(cuts >= FEWEST_CUTS, "only {cuts} cuts were tried");
}

fn check(engine: &TokenizerEngine, seed: u64) -> Result<usize, String> {
    let added = engine.added_tokens().map(|(_, token)| token.content.clone()).collect();
    let (mut mixer, mut random) = (TextMixer::new(seed, added), Rng::with_seed(seed));
    let mut cuts = 0;
    for number in 0..TEXTS {
        let text = mixer.text(16);
        let policy = [SpecialTokens::Match, SpecialTokens::Text, SpecialTokens::Literal][number % 3];
        let Some(whole) = ids(engine, &text, Position::OpensInput, policy) else { continue };
        for at in (1..text.len()).filter(|&at| can_cut(engine, &text, at, &mut random)) {
            let before = ids(engine, &text[..at], Position::OpensInput, policy);
            let behind = ids(engine, &text[at..], Position::GoesOn, policy);
            let parts = before.zip(behind).map(|(before, behind)| [before, behind].concat());
            if parts.as_ref() != Some(&whole) {
                let (before, behind) = text.split_at(at);
                return Err(format!("{policy:?}, {before:?} | {behind:?}: expected {whole:?}, got {parts:?}"));
            }
            cuts += 1;
        }
    }
    Ok(cuts)
}

/// Whether a text can be cut, as seen from some view around the place.
fn can_cut(engine: &TokenizerEngine, text: &str, at: usize, random: &mut Rng) -> bool {
    let boundary = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(at.saturating_sub(CUT_CONTEXT_BYTES + random.usize(..8)));
    let end = boundary((at + CUT_CONTEXT_BYTES + 3 + random.usize(..8)).min(text.len()));
    engine.cuts_text_at(&text[start..end], at - start)
}

/// The ids of a text that stands somewhere; `None` where the reference fails as well.
fn ids(engine: &TokenizerEngine, text: &str, start: Position, policy: SpecialTokens) -> Option<Vec<u32>> {
    let mut fragments = Vec::new();
    engine.split(text, policy, &mut fragments);
    let mut ids = Vec::new();
    for fragment in fragments {
        match fragment {
            Fragment::Token { id, .. } => ids.push(id),
            Fragment::Text { text: piece, start: at } => {
                let position = if at == 0 { start } else { Position::Inside };
                engine.encode_piece(piece, position, policy, &mut ids).ok()?;
            }
        }
    }
    Some(ids)
}
