//! What a tokenizer says of its vocabulary, how it is written, and what adding tokens makes of it: as the reference has it.

#![expect(clippy::unwrap_used, reason = "a test that unwraps fails with the reason and the line")]

use std::{collections::HashMap, fmt::Debug, panic};

use cached_tokenizer::{AddedToken, CachedTokenizer, TokenizerEngine};
use oracle::{
    Loading, Mode, Reference, TextMixer, committed_files, compare_full, compare_guarded, guarded, keep_panic_messages,
    load_both,
};
use serde_json::Value;

const FEWEST_FILES: usize = 150;

/// Calls `check` with every committed file that both sides load.
fn for_each_file(check: impl Fn(Reference, TokenizerEngine) -> Result<(), String>) {
    let hook = panic::take_hook();
    keep_panic_messages();
    let mut checked = 0;
    let mut failures = Vec::new();
    for (name, json) in committed_files() {
        // Not all JSON files there are tokenizers, and some are refused on purpose.
        if let Ok(Loading::Both(reference, engine)) = load_both(&json) {
            let failure = guarded(|| check(*reference, *engine)).unwrap_or_else(|| Err("a panic".to_owned()));
            failures.extend(failure.err().map(|failure| format!("{name}: {failure}")));
            checked += 1;
        }
    }
    panic::set_hook(hook);
    assert!(failures.is_empty(), "{} of {checked} files differ:\n{}", failures.len(), failures.join("\n"));
    assert!(checked >= FEWEST_FILES, "only {checked} files");
}

fn equal<T: PartialEq + Debug>(actual: &T, expected: &T) -> Result<(), String> {
    if actual == expected { Ok(()) } else { Err(format!("expected {expected:?}, got {actual:?}")) }
}

#[test]
fn written_as_the_reference_writes_it_and_loaded_again() {
    for_each_file(|reference, engine| {
        let json = engine.to_json(engine.truncation(), engine.padding()).unwrap();
        let expected: Value = serde_json::from_str(&reference.to_json()?).unwrap();
        equal(&serde_json::from_str(&json).unwrap(), &expected)?;
        let again = TokenizerEngine::from_json(&json).map_err(|error| error.to_string())?;
        equal(&again.to_json(again.truncation(), again.padding()).unwrap(), &json)
    });
}

#[test]
fn tokens_and_ids_are_those_of_the_reference() {
    for_each_file(|reference, engine| {
        let model: HashMap<String, u32> = engine.model_vocab().map(|(token, id)| (token.into_owned(), id)).collect();
        equal(&model, &reference.vocab(false))?;
        let added = engine.added_tokens().map(|(id, token)| (token.content.clone(), id));
        let all: HashMap<String, u32> = model.into_iter().chain(added).collect();
        equal(&all, &reference.vocab(true))?;
        all.iter().try_for_each(|(token, &id)| equal(&engine.token_to_id(token), &Some(id)))
    });
}

#[test]
fn added_tokens_get_the_ids_and_the_number_of_the_reference() {
    const ROUNDS: usize = 3;
    const TEXTS: usize = 20;
    for_each_file(|mut reference, engine| {
        let seed = 7;
        let mut random = fastrand::Rng::with_seed(seed);
        let mut mixer = TextMixer::new(seed, reference.added_tokens());
        let mut tokenizer = CachedTokenizer::new(engine, None);
        for round in 0..ROUNDS {
            let tokens: Vec<AddedToken> = (0..6).map(|_| token(&mut random, &mut mixer)).collect();
            let Ok((changed, count)) = tokenizer.with_added_tokens(tokens.clone()) else {
                // A token that is nothing once it is normalized is refused here and breaks the reference.
                return Ok(());
            };
            let about = |difference| format!("round {round}, {tokens:?}: {difference}");
            equal(&count, &reference.add_tokens(&tokens)?).map_err(about)?;
            tokenizer = changed;
            let added = tokenizer.engine_ref().added_tokens();
            let ours: Vec<String> = added.map(|(_, token)| token.content.clone()).collect();
            equal(&ours, &reference.added_tokens()).map_err(about)?;
            if has_confused_tokens(&tokenizer) {
                return Ok(());
            }
            let mut texts = TextMixer::new(seed, ours);
            for number in 0..TEXTS {
                let text = texts.text(10);
                let mode = Mode::ALL[number % Mode::ALL.len()];
                compare_guarded(&mut reference, &tokenizer, &text, None, mode).map_err(about)?;
                compare_full(&mut reference, &tokenizer, &text, None, mode).map_err(about)?;
            }
        }
        Ok(())
    });
}

fn token(random: &mut fastrand::Rng, mixer: &mut TextMixer) -> AddedToken {
    AddedToken {
        content: mixer.text(2),
        single_word: random.u8(..4) == 0,
        lstrip: random.u8(..4) == 0,
        rstrip: random.u8(..4) == 0,
        normalized: random.bool(),
        special: random.u8(..3) == 0,
    }
}

/// Whether two added tokens are one text once normalized: the reference then takes either, by chance.
fn has_confused_tokens(tokenizer: &CachedTokenizer) -> bool {
    let mut texts = std::collections::HashSet::new();
    let engine = tokenizer.engine_ref();
    let normalized = engine.added_tokens().filter(|(_, token)| token.normalized);
    !normalized.map(|(id, _)| engine.id_to_token(id).unwrap().into_owned()).all(|text| texts.insert(text))
}
