//! A vocabulary as written in the file.
//!
//! All tokens lie in one string, in the order of the file. That is a third of the memory of a map of strings, and one allocation
//! instead of one a token.

use std::{fmt, hash::BuildHasher, ops::Range};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

use crate::error::{Error, Result};

/// The vocabulary of a model.
#[derive(Default)]
pub(crate) struct TextVocabulary {
    text: String,
    /// Sorted by id; where ids have no gaps, an entry's index is its id.
    entries: Vec<Entry>,
    /// Indices into `entries`, found by the token's text.
    by_token: HashTable<usize>,
    hasher: RandomState,
}

#[derive(Clone, Copy)]
struct Entry {
    id: u32,
    start: usize,
    end: usize,
}

impl Entry {
    fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

impl TextVocabulary {
    /// Reads the `vocab` of any model.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when it is neither a map nor a list of pairs.
    pub(crate) fn parse(vocab_json: &str) -> Result<Self> {
        if vocab_json.starts_with('[') {
            Self::parse_scored(vocab_json).map(|(vocabulary, _)| vocabulary)
        } else {
            Self::parse_map(vocab_json)
        }
    }

    /// Reads a map from token to id.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when it is none.
    pub(crate) fn parse_map(vocab_json: &str) -> Result<Self> {
        let Map(vocabulary) = read(vocab_json)?;
        Ok(vocabulary)
    }

    /// Reads a list of pairs of a token and its score; the position of a pair is its id.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when it is none.
    pub(crate) fn parse_scored(vocab_json: &str) -> Result<(Self, Vec<f64>)> {
        let Scored(vocabulary, scores) = read(vocab_json)?;
        Ok((vocabulary, scores))
    }

    /// Tokens with their ids, by id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.entries.iter().map(|entry| (self.text.get(entry.range()).unwrap_or_default(), entry.id))
    }

    /// The number of tokens.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn token_to_id(&self, token: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(token);
        let &index = self.by_token.find(hash, |&index| self.token_at(index) == token)?;
        self.entries.get(index).map(|entry| entry.id)
    }

    pub(crate) fn id_to_token(&self, id: u32) -> Option<&str> {
        let dense = self.entries.get(id as usize).filter(|entry| entry.id == id);
        let entry = match dense {
            Some(entry) => entry,
            None => self.entries.get(self.entries.binary_search_by_key(&id, |entry| entry.id).ok()?)?,
        };
        self.text.get(entry.range())
    }

    fn token_at(&self, index: usize) -> &str {
        self.entries.get(index).and_then(|entry| self.text.get(entry.range())).unwrap_or_default()
    }

    fn push(&mut self, token: &str, id: u32) {
        let start = self.text.len();
        self.text.push_str(token);
        self.entries.push(Entry { id, start, end: self.text.len() });
    }

    /// Indexes what was pushed. Of a token that stands twice the last one is found; `keeps_both` says whether the first keeps its id.
    fn index(mut self, keeps_both: bool) -> Self {
        let mut by_token: HashTable<usize> = HashTable::with_capacity(self.entries.len());
        let mut replaced = Vec::new();
        for index in 0..self.entries.len() {
            let token = self.token_at(index);
            let hash = self.hasher.hash_one(token);
            match by_token.find_mut(hash, |&known| self.token_at(known) == token) {
                Some(known) => replaced.push(std::mem::replace(known, index)),
                None => {
                    by_token.insert_unique(hash, index, |&index| self.hasher.hash_one(self.token_at(index)));
                }
            }
        }
        self.by_token = by_token;
        if !keeps_both && !replaced.is_empty() {
            replaced.sort_unstable();
            return self.without(&replaced);
        }
        if self.entries.is_sorted_by_key(|entry| entry.id) { self } else { self.sorted() }
    }

    /// The same vocabulary without the entries at these ascending indices.
    fn without(&self, indices: &[usize]) -> Self {
        let mut rest = Self::default();
        for (index, entry) in self.entries.iter().enumerate() {
            if indices.binary_search(&index).is_err() {
                rest.push(self.text.get(entry.range()).unwrap_or_default(), entry.id);
            }
        }
        rest.index(false)
    }

    /// The same vocabulary with entries by id.
    fn sorted(mut self) -> Self {
        self.entries.sort_by_key(|entry| entry.id);
        self.index(true)
    }
}

fn read<'json, T: Deserialize<'json>>(json: &'json str) -> Result<T> {
    serde_json::from_str(json).map_err(|error| Error::invalid(format!("model: vocab: {error}")))
}

struct Map(TextVocabulary);

struct Scored(TextVocabulary, Vec<f64>);

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MapVisitor;
        impl<'de> Visitor<'de> for MapVisitor {
            type Value = Map;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map from token to id")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Map, A::Error> {
                let mut vocabulary = TextVocabulary::default();
                while let Some((token, id)) = map.next_entry::<String, u32>()? {
                    vocabulary.push(&token, id);
                }
                Ok(Map(vocabulary.index(false)))
            }
        }
        deserializer.deserialize_map(MapVisitor)
    }
}

impl<'de> Deserialize<'de> for Scored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScoredVisitor;
        impl<'de> Visitor<'de> for ScoredVisitor {
            type Value = Scored;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of [token, score] pairs")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Scored, A::Error> {
                let mut vocabulary = TextVocabulary::default();
                let mut scores = Vec::new();
                for id in 0.. {
                    let Some((token, score)) = seq.next_element::<(String, f64)>()? else { break };
                    vocabulary.push(&token, id);
                    scores.push(score);
                }
                Ok(Scored(vocabulary.index(true), scores))
            }
        }
        deserializer.deserialize_seq(ScoredVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_gives_ids_both_ways_even_with_gaps() {
        let vocabulary = TextVocabulary::parse(r#"{"b":7,"a":0,"\u2581é":1}"#).unwrap();
        assert_eq!(vocabulary.len(), 3);
        assert_eq!(vocabulary.token_to_id("▁é"), Some(1));
        assert_eq!(vocabulary.token_to_id("c"), None);
        assert_eq!(vocabulary.id_to_token(0), Some("a"));
        assert_eq!(vocabulary.id_to_token(7), Some("b"));
        assert_eq!(vocabulary.id_to_token(2), None);
        assert_eq!(vocabulary.id_to_token(u32::MAX), None);
    }

    #[test]
    fn a_list_of_pairs_numbers_its_tokens() {
        let vocabulary = TextVocabulary::parse(r#"[["<unk>",0.0],["a",-1.5]]"#).unwrap();
        assert_eq!((vocabulary.token_to_id("a"), vocabulary.len()), (Some(1), 2));
        assert!(TextVocabulary::parse("7").is_err());
        assert!(TextVocabulary::parse_map("[]").is_err());
    }

    #[test]
    fn of_a_token_that_stands_twice_the_last_one_counts() {
        let map = TextVocabulary::parse(r#"{"a":5,"b":1,"a":0}"#).unwrap();
        assert_eq!((map.token_to_id("a"), map.id_to_token(5), map.len()), (Some(0), None, 2));
        let (list, scores) = TextVocabulary::parse_scored(r#"[["a",1],["b",2],["a",3]]"#).unwrap();
        assert_eq!((list.token_to_id("a"), list.id_to_token(0), list.len(), scores.len()), (Some(2), Some("a"), 3, 3));
    }
}
