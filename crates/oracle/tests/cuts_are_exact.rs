//! Wherever a piece may be cut, the ids of its two parts are those of the whole, in order: for every component that a tokenizer.json can have. That
//! the ids of the whole are the reference's is for the other tests of this crate.

use fastrand::Rng;
use oracle::{TextMixer, committed_files, keep_panic_messages};
use serde_json::{Map, Value, json};
use tokenizer_engine::{Fragment, Position, SpecialTokens, TokenizerEngine};

const TEXTS: usize = 100;
const SEEDS: [u64; 2] = [3, 20_261_130];
/// Of all files, so that a rule that cuts nowhere does not pass.
const FEWEST_CUTS: usize = 20_000;

#[test]
fn both_sides_of_a_cut_have_the_ids_of_the_whole() {
    // Some normalizers of the reference panic on damaged tables; that is caught.
    keep_panic_messages();
    let mut cuts = 0;
    for (name, json) in committed_files().into_iter().chain([kimi_file()]) {
        let Ok(engine) = TokenizerEngine::from_json(&json) else { continue };
        for seed in SEEDS {
            let tried = check_texts(&engine, seed).and_then(|texts| Ok(texts + check_pairs(&engine, seed)?));
            cuts += tried.unwrap_or_else(|difference| panic!("{name}, seed {seed}: {difference}"));
        }
    }
    assert!(cuts >= FEWEST_CUTS, "only {cuts} cuts were tried");
}

/// The grammar that no committed file has.
fn kimi_file() -> (String, String) {
    let files = committed_files();
    let (_, json) = files.iter().find(|(name, _)| name == "pre-tokenizer-o200k").unwrap_or(&files[0]);
    let mut file: Value = serde_json::from_str(json).unwrap_or_default();
    file["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = bitcannon::regexes::KIMI_K2.into();
    ("kimi".to_owned(), file.to_string())
}

/// One in this many pairs of characters is tried for each seed.
const PAIRS: usize = 16;

/// Pairs of ASCII characters in some surroundings.
fn check_pairs(engine: &TokenizerEngine, seed: u64) -> Result<usize, String> {
    let mut mixer = TextMixer::new(seed, Vec::new());
    let mut random = Rng::with_seed(seed);
    let mut cuts = 0;
    for left in '\0'..='\x7f' {
        for right in '\0'..='\x7f' {
            if random.usize(..PAIRS) > 0 || !engine.cuts_at(&String::from_iter([left, right]), 1) {
                continue;
            }
            let before = format!("{}{left}", mixer.text(3));
            let text = format!("{before}{right}{}", mixer.text(3));
            cuts += usize::from(engine.cuts_at(&text, before.len()));
            check_piece(engine, &text, Position::Inside, SpecialTokens::Match)?;
        }
    }
    Ok(cuts)
}

fn check_texts(engine: &TokenizerEngine, seed: u64) -> Result<usize, String> {
    let added = engine.added_tokens().map(|(_, token)| token.content.clone()).collect();
    let mut mixer = TextMixer::new(seed, added);
    let mut cuts = 0;
    for number in 0..TEXTS {
        let text = mixer.text(10);
        let policy = [SpecialTokens::Match, SpecialTokens::Text, SpecialTokens::Literal][number % 3];
        let mut fragments = Vec::new();
        engine.split(&text, policy, &mut fragments);
        for fragment in fragments {
            let Fragment::Text { text: piece, start } = fragment else { continue };
            let position = if start == 0 { Position::OpensInput } else { Position::Inside };
            cuts += check_piece(engine, piece, position, policy)
                .map_err(|difference| format!("text {number} {text:?}, {policy:?}: {difference}"))?;
        }
    }
    Ok(cuts)
}

/// Cuts a piece at each place alone, and at all of them at once.
fn check_piece(
    engine: &TokenizerEngine,
    piece: &str,
    position: Position,
    policy: SpecialTokens,
) -> Result<usize, String> {
    let places: Vec<usize> = (1..piece.len()).filter(|&at| engine.cuts_at(piece, at)).collect();
    let whole = ids(engine, piece, &[], position, policy);
    for &at in &places {
        let parts = ids(engine, piece, &[at], position, policy);
        if whole.is_some() && parts != whole {
            return Err(format!("{:?} | {:?}: expected {whole:?}, got {parts:?}", &piece[..at], &piece[at..]));
        }
    }
    let parts = ids(engine, piece, &places, position, policy);
    if whole.is_some() && parts != whole {
        return Err(format!("{piece:?} cut at {places:?}: expected {whole:?}, got {parts:?}"));
    }
    Ok(places.len())
}

/// The ids of all parts, in order; `None` where the reference fails as well.
fn ids(
    engine: &TokenizerEngine,
    piece: &str,
    places: &[usize],
    position: Position,
    policy: SpecialTokens,
) -> Option<Vec<u32>> {
    let mut ids = Vec::new();
    let mut start = 0;
    for end in places.iter().copied().chain([piece.len()]) {
        let position = if start == 0 { position } else { Position::GoesOn };
        engine.encode_piece(&piece[start..end], position, policy, &mut ids).ok()?;
        start = end;
    }
    Some(ids)
}

/// A tokenizer of single characters and some merges, for what a normalizer can do to the characters at a cut.
fn char_bpe(normalizer: &Value, merges: &[[&str; 2]]) -> TokenizerEngine {
    let characters = (' '..='~').chain("\n\r\té\u{e1}\u{301}\u{323}\u{1100}\u{1161}가▁".chars()).map(String::from);
    let tokens = characters.chain(merges.iter().map(|merge| merge.concat()));
    let vocab: Map<String, Value> = tokens.zip(1..).map(|(token, id)| (token, id.into())).collect();
    let model = json!({ "type": "BPE", "vocab": vocab, "merges": merges });
    let file = json!({ "version": "1.0", "added_tokens": [], "normalizer": normalizer, "model": model });
    TokenizerEngine::from_json(&file.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

type NormalizerCase = (Value, &'static [[&'static str; 2]], &'static str);

#[test]
fn normalizers_that_make_marks_and_runs_are_not_cut_across() {
    let replace = |from: &str, to: &str| json!({ "type": "Replace", "pattern": { "String": from }, "content": to });
    let spaces = json!({ "type": "Replace", "pattern": { "Regex": " {2,}" }, "content": "▁" });
    let form = |form: &str| json!({ "type": form });
    let sequence = |members: &[&Value]| json!({ "type": "Sequence", "normalizers": members });
    let nfc = form("NFC");
    let both: &[[&str; 2]] = &[["\n", "\u{e1}"], ["a", "\n"]];
    let cases: [NormalizerCase; 9] = [
        (sequence(&[&replace("\n", "\u{301}"), &nfc]), &[], "ae\nbbb"),
        (sequence(&[&replace("x", "\u{1100}"), &replace("y", "\u{1161}"), &nfc]), &[], "..xy.."),
        (sequence(&[&replace("x", "\u{301}"), &replace("\n", "\u{323}"), &form("NFD")]), &[], "aex\nbbb"),
        (sequence(&[&replace("x", "\u{301}"), &nfc]), &[["\u{e1}", "\n"]], "aax\nbbb"),
        (sequence(&[&replace("x", "\u{301}"), &nfc]), both, "a\naxbbb"),
        (sequence(&[&replace("xy", ""), &nfc]), both, "a\naxy\u{301}bbb"),
        (sequence(&[&replace("xy", "\u{301}"), &nfc]), both, "a\naxybbb"),
        (sequence(&[&replace("xy", " "), &spaces]), &[["\n", "▁"]], "a\n xybbb"),
        (sequence(&[&replace("xy", ""), &spaces]), &[["\n", "▁"]], "a\n xy bbb"),
    ];
    for (normalizer, merges, text) in cases {
        check_piece(&char_bpe(&normalizer, merges), text, Position::Inside, SpecialTokens::Match)
            .unwrap_or_else(|difference| panic!("{normalizer}: {difference}"));
    }
}

#[test]
fn an_added_token_at_a_cut_leaves_the_prefix_space_of_what_follows() {
    let files = committed_files();
    let (_, json) = files.iter().find(|(name, _)| name == "added-tokens-prefix-space").unwrap_or(&files[0]);
    for flag in ["single_word", "rstrip", "lstrip", "special"] {
        let mut file: Value = serde_json::from_str(json).unwrap_or_default();
        file["added_tokens"] = json!([{ "id": 999, "content": "foo", "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": true, "special": false }]);
        file["added_tokens"][0][flag] = true.into();
        let engine = TokenizerEngine::from_json(&file.to_string()).unwrap_or_else(|error| panic!("{error}"));
        for text in ["aa foo\nc ", "aa foo \nc ", "aa foo c", "foo.foo\tc", "foo\n\nfoo"] {
            check_piece(&engine, text, Position::OpensInput, SpecialTokens::Match)
                .unwrap_or_else(|difference| panic!("{flag}, {text:?}: {difference}"));
        }
    }
}
