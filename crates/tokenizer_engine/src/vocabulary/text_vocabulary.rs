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
    /// Reads the `vocab` of a model.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when it is neither a map nor a list of pairs.
    pub(crate) fn parse(vocab_json: &str) -> Result<Self> {
        serde_json::from_str(vocab_json).map_err(|error| Error::invalid(format!("model: vocab: {error}")))
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

    /// Sorts and indexes what was pushed.
    fn index(mut self) -> Self {
        self.entries.sort_by_key(|entry| entry.id);
        let mut by_token = HashTable::with_capacity(self.entries.len());
        for index in 0..self.entries.len() {
            let token = self.token_at(index);
            let hash = self.hasher.hash_one(token);
            by_token.insert_unique(hash, index, |&index| self.hasher.hash_one(self.token_at(index)));
        }
        self.by_token = by_token;
        self
    }
}

impl<'de> Deserialize<'de> for TextVocabulary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVocabularyVisitor)
    }
}

struct TextVocabularyVisitor;

impl<'de> Visitor<'de> for TextVocabularyVisitor {
    type Value = TextVocabulary;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map from token to id, or a list of [token, score] pairs")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<TextVocabulary, A::Error> {
        let mut vocabulary = TextVocabulary::default();
        while let Some((token, id)) = map.next_entry::<String, u32>()? {
            vocabulary.push(&token, id);
        }
        Ok(vocabulary.index())
    }

    /// Unigram: the position of a pair is its id.
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<TextVocabulary, A::Error> {
        let mut vocabulary = TextVocabulary::default();
        for id in 0.. {
            let Some((token, _score)) = seq.next_element::<(String, f64)>()? else { break };
            vocabulary.push(&token, id);
        }
        Ok(vocabulary.index())
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
    }
}
