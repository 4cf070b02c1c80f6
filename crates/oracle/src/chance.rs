use std::collections::HashSet;

use serde_json::Value;
use tokenizers_classic::{NormalizedString, Normalizer as _, NormalizerWrapper};

use crate::guarded::guarded;

/// Whether the reference leaves to chance what a tokenizer.json means, so that there is nothing to compare with. Its hash maps are seeded
/// at random, and it takes what they yield last: of two entries of the vocabulary with one id, and of two added tokens that are the same
/// text once normalized.
pub fn is_left_to_chance(file: &Value) -> bool {
    has_shared_ids(file) || guarded(|| has_confused_tokens(file)).unwrap_or(false)
}

fn has_shared_ids(file: &Value) -> bool {
    let Some(vocabulary) = file["model"]["vocab"].as_object() else { return false };
    let mut ids = HashSet::new();
    !vocabulary.values().all(|id| ids.insert(id.as_u64()))
}

fn has_confused_tokens(file: &Value) -> bool {
    let Ok(normalizer) = serde_json::from_value::<Option<NormalizerWrapper>>(file["normalizer"].clone()) else {
        return false;
    };
    let tokens = file["added_tokens"].as_array().into_iter().flatten();
    // One content repeated is one token.
    let contents: HashSet<&str> =
        tokens.filter(|token| token["normalized"] != false).filter_map(|token| token["content"].as_str()).collect();
    let mut texts = HashSet::new();
    !contents.into_iter().all(|content| {
        let mut text = NormalizedString::from(content);
        let is_normalized = normalizer.as_ref().is_none_or(|normalizer| normalizer.normalize(&mut text).is_ok());
        !is_normalized || texts.insert(text.get().to_owned())
    })
}
