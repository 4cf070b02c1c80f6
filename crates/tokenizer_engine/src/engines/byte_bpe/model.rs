//! The vocabulary and merges of a byte-level BPE model, read in one pass each, straight into the tables.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::pair_table::Merge;
use crate::{
    byte_alphabet::append_spelled, definition::ModelParts, engines::refusal::Refusal, vocabulary::ByteVocabulary,
};

/// A byte-level BPE model.
pub(crate) struct ByteModel {
    pub(crate) vocabulary: ByteVocabulary,
    pub(crate) merges: Vec<Merge>,
    /// A word that is a token as a whole is that token, whatever the merges say.
    pub(crate) ignores_merges: bool,
}

impl ByteModel {
    /// Reads a model, or says why it is not for this engine. Files that 0.23 refuses are among those.
    pub(crate) fn read(model: &ModelParts<'_>) -> Result<Self, Refusal> {
        if !model.is_bpe() {
            return Err(Refusal("the model is not BPE".to_owned()));
        }
        if let Some(dropout) = model.active_dropout() {
            return Err(Refusal(format!("dropout {dropout} makes the output random")));
        }
        if let Some(affix) = model.affix() {
            return Err(Refusal(format!("symbols have the affix {affix:?}")));
        }
        let vocabulary = read(model.vocab_json(), VocabularySeed)?;
        let merges = read(model.merges_json(), MergesSeed { vocabulary: &vocabulary })?;
        Ok(Self { vocabulary, merges, ignores_merges: model.ignores_merges() })
    }
}

fn read<'json, S: DeserializeSeed<'json>>(json: &'json str, seed: S) -> Result<S::Value, Refusal> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    Ok(seed.deserialize(&mut deserializer)?)
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

/// Reads a string into a buffer that is used again, instead of allocating one for each of a million strings.
struct TextSeed<'a>(&'a mut String);

impl<'de> DeserializeSeed<'de> for TextSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for TextSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a token")
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.0.clear();
        self.0.push_str(text);
        Ok(())
    }
}

struct MergesSeed<'v> {
    vocabulary: &'v ByteVocabulary,
}

impl<'de> DeserializeSeed<'de> for MergesSeed<'_> {
    type Value = Vec<Merge>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Merge>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for MergesSeed<'_> {
    type Value = Vec<Merge>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of merges")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<Merge>, A::Error> {
        let mut merges = Vec::new();
        let mut pair = Pair::default();
        let mut spelling = None;
        while let Some(found) = seq.next_element_seed(PairSeed(&mut pair))? {
            // 0.23 takes a list of pairs or a list of strings, and nothing in between.
            if *spelling.get_or_insert(found.spelling()) != found.spelling() {
                return Err(A::Error::custom("merges are spelled in two ways"));
            }
            if found != Found::Comment {
                let merge = pair.merge(self.vocabulary);
                merges.push(merge.ok_or_else(|| A::Error::custom(format!("merge {pair:?} is not in the vocabulary")))?);
            }
        }
        merges.shrink_to_fit();
        Ok(merges)
    }
}

/// What one element of `merges` was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Pair,
    Line,
    /// The first line of a merges.txt; it takes no rank.
    Comment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Pairs,
    Lines,
}

impl Found {
    fn spelling(self) -> Spelling {
        match self {
            Self::Pair => Spelling::Pairs,
            Self::Line | Self::Comment => Spelling::Lines,
        }
    }
}

/// The two sides of a merge, in buffers that are used again.
#[derive(Debug, Default)]
struct Pair {
    left: String,
    right: String,
    bytes: Vec<u8>,
}

impl Pair {
    /// The ids of the pair and of what it makes; `None` when one of them is not in the vocabulary.
    fn merge(&mut self, vocabulary: &ByteVocabulary) -> Option<Merge> {
        self.bytes.clear();
        let left = append_spelled(&self.left, &mut self.bytes).map(|()| self.bytes.len());
        if let Some(middle) = left.and_then(|middle| append_spelled(&self.right, &mut self.bytes).map(|()| middle)) {
            return Some(Merge {
                left: vocabulary.id(&self.bytes[..middle])?,
                right: vocabulary.id(&self.bytes[middle..])?,
                product: vocabulary.id(&self.bytes)?,
            });
        }
        // A side outside the alphabet never stands in a text, so the merge takes its rank and does nothing.
        vocabulary.token_to_id(&self.left)?;
        vocabulary.token_to_id(&self.right)?;
        vocabulary.token_to_id(&format!("{}{}", self.left, self.right))?;
        Some(Merge::NEVER)
    }
}

struct PairSeed<'a>(&'a mut Pair);

impl<'de> DeserializeSeed<'de> for PairSeed<'_> {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PairSeed<'_> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a pair of tokens, or a line with two tokens")
    }

    fn visit_str<E: serde::de::Error>(self, line: &str) -> Result<Found, E> {
        if line.starts_with("#version") {
            return Ok(Found::Comment);
        }
        let mut tokens = line.split(' ');
        let (Some(left), Some(right), None) = (tokens.next(), tokens.next(), tokens.next()) else {
            return Err(E::custom(format!("merge {line:?} has not two tokens")));
        };
        self.0.left.clear();
        self.0.left.push_str(left);
        self.0.right.clear();
        self.0.right.push_str(right);
        Ok(Found::Line)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Found, A::Error> {
        let left = seq.next_element_seed(TextSeed(&mut self.0.left))?;
        let right = seq.next_element_seed(TextSeed(&mut self.0.right))?;
        if left.is_none() || right.is_none() || seq.next_element::<serde::de::IgnoredAny>()?.is_some() {
            return Err(A::Error::custom("a merge has not two tokens"));
        }
        Ok(Found::Pair)
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
        assert_eq!(model.merges, [Merge::NEVER, Merge { left: 0, right: 0, product: 3 }]);
    }
}
