//! The vocabulary and merges of a byte-level BPE model, read in one pass each, straight into the tables.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};

use super::{
    merges_json::{TextSeed, read_merges},
    pair_table::Merge,
    requirements::require_plain_bpe,
};
use crate::{
    byte_alphabet::append_spelled, definition::ModelParts, engines::refusal::Refusal, vocabulary::ByteVocabulary,
};

/// A byte-level BPE model.
pub(crate) struct ByteModel {
    pub(crate) vocabulary: ByteVocabulary,
    pub(crate) merges: Vec<Merge>,
    /// A word that is a token as a whole is that token: because the model ignores merges there, or because every token is known to come
    /// out of its own merges whole.
    pub(crate) keeps_whole_words: bool,
}

impl ByteModel {
    /// Reads a model, or says why it is not for this engine. Files that 0.23 refuses are among those.
    pub(crate) fn read(model: &ModelParts<'_>) -> Result<Self, Refusal> {
        require_plain_bpe(model)?;
        let vocabulary = VocabularySeed.deserialize(&mut serde_json::Deserializer::from_str(model.vocab_json()))?;
        let mut bytes = Vec::new();
        let merges = read_merges(model.merges_json(), |left, right| merge_of(&vocabulary, left, right, &mut bytes))?;
        Ok(Self { vocabulary, merges, keeps_whole_words: model.ignores_merges() })
    }
}

/// The ids of a pair and of what it makes; `None` when one of them is not in the vocabulary.
fn merge_of(vocabulary: &ByteVocabulary, left: &str, right: &str, bytes: &mut Vec<u8>) -> Option<Merge> {
    bytes.clear();
    let middle = append_spelled(left, bytes).map(|()| bytes.len());
    if let Some(middle) = middle.and_then(|middle| append_spelled(right, bytes).map(|()| middle)) {
        return Some(Merge {
            left: vocabulary.id(&bytes[..middle])?,
            right: vocabulary.id(&bytes[middle..])?,
            product: vocabulary.id(bytes)?,
        });
    }
    // A side outside the alphabet never stands in a text, so the merge takes its rank and does nothing.
    Some(Merge {
        left: vocabulary.token_to_id(left)?,
        right: vocabulary.token_to_id(right)?,
        product: vocabulary.token_to_id(&format!("{left}{right}"))?,
    })
}

struct VocabularySeed;

impl<'de> DeserializeSeed<'de> for VocabularySeed {
    type Value = ByteVocabulary;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ByteVocabulary, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for VocabularySeed {
    type Value = ByteVocabulary;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from token to id")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByteVocabulary, A::Error> {
        const TYPICAL_TOKENS: usize = 1 << 17;
        let mut vocabulary = ByteVocabulary::with_capacity(map.size_hint().unwrap_or(TYPICAL_TOKENS));
        let mut token = String::new();
        while map.next_key_seed(TextSeed(&mut token))?.is_some() {
            let id = map.next_value()?;
            if vocabulary.insert_spelled(&token, id).is_none() {
                return Err(A::Error::custom(format!("token {token:?} has an id that is too large or taken: {id}")));
            }
        }
        vocabulary.shrink();
        Ok(vocabulary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_model(fields: &str) -> Result<ByteModel, Refusal> {
        ByteModel::read(&ModelParts::parse(&format!(r#"{{"type":"BPE",{fields}}}"#)).unwrap())
    }

    #[test]
    fn both_spellings_of_merges_are_read() {
        let vocab = r#""vocab":{"a":0,"Ġ":1,"Ġa":2,"aĠa":3}"#;
        let expected = [Merge { left: 1, right: 0, product: 2 }, Merge { left: 0, right: 2, product: 3 }];
        let lines = read_model(&format!(r##"{vocab},"merges":["#version: 0.2","Ġ a","a Ġa"]"##)).unwrap();
        assert_eq!(lines.merges, expected);
        let pairs = read_model(&format!(r#"{vocab},"merges":[["Ġ","a"],["a","Ġa"]]"#)).unwrap();
        assert_eq!(pairs.merges, expected);
    }

    #[test]
    fn merges_that_0_23_refuses_are_refused() {
        let vocab = r#""vocab":{"a":0,"b":1,"ab":2}"#;
        for merges in [
            r#"["a b c"]"#,
            r#"["a"]"#,
            r#"[["a"]]"#,
            r#"[["a","b","c"]]"#,
            r#"[["a","x"]]"#,
            r#"[["b","a"]]"#,
            r#"["a b",["a","b"]]"#,
            "[7]",
            "7",
        ] {
            assert!(read_model(&format!(r#"{vocab},"merges":{merges}"#)).is_err(), "{merges}");
        }
    }

    #[test]
    fn a_merge_of_raw_entries_takes_a_rank_and_does_nothing() {
        let model = read_model(r#""vocab":{"a":0,"⚠":1,"⚠a":2,"aa":3},"merges":[["⚠","a"],["a","a"]]"#).unwrap();
        assert_eq!(model.merges, [Merge { left: 1, right: 0, product: 2 }, Merge { left: 0, right: 0, product: 3 }]);
    }
}
