//! The merges of a BPE model, read in one pass.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor};

use super::pair_table::Merge;
use crate::engines::refusal::Refusal;

/// Reads merges in order of rank. `merge` gives the ids of a pair and of what it makes, `None` when one is not in the vocabulary.
pub(super) fn read_merges(
    json: Option<&str>,
    merge: impl FnMut(&str, &str) -> Option<Merge>,
) -> Result<Vec<Merge>, Refusal> {
    let json = json.ok_or_else(|| Refusal("the model has no merges".to_owned()))?;
    let mut deserializer = serde_json::Deserializer::from_str(json);
    Ok(MergesSeed { merge }.deserialize(&mut deserializer)?)
}

/// Reads the merges of a model; each pair is turned into a merge by the caller, who knows the vocabulary.
struct MergesSeed<F> {
    merge: F,
}

impl<'de, F: FnMut(&str, &str) -> Option<Merge>> DeserializeSeed<'de> for MergesSeed<F> {
    type Value = Vec<Merge>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Merge>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&str, &str) -> Option<Merge>> Visitor<'de> for MergesSeed<F> {
    type Value = Vec<Merge>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of merges")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<Vec<Merge>, A::Error> {
        let mut merges = Vec::new();
        let mut pair = Pair::default();
        let mut spelling = None;
        while let Some(found) = seq.next_element_seed(PairSeed(&mut pair))? {
            // 0.23 takes a list of pairs or a list of strings, and nothing in between.
            if *spelling.get_or_insert(found.spelling()) != found.spelling() {
                return Err(A::Error::custom("merges are spelled in two ways"));
            }
            if found != Found::Comment {
                let merge = (self.merge)(&pair.left, &pair.right);
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

/// Reads a string into a buffer that is used again, instead of allocating one for each of a million strings.
pub(super) struct TextSeed<'a>(pub(super) &'a mut String);

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
