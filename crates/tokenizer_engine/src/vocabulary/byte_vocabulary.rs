use std::{borrow::Cow, collections::HashMap};

use super::token_table::TokenTable;
use crate::byte_alphabet::{append_spelled, spell};

/// Ids above this would make the table of spans larger than any vocabulary is.
const ID_LIMIT: u32 = 1 << 24;

/// A byte-level vocabulary: tokens are kept as the bytes that they spell.
///
/// An entry that is not spelled in the byte alphabet can never come out of the model, since all text reaches it in that alphabet. Such
/// entries have ids all the same and are kept apart, so that no look-up of bytes finds them.
#[derive(Default)]
pub(crate) struct ByteVocabulary {
    tokens: TokenTable,
    raw: HashMap<String, u32>,
    raw_by_id: HashMap<u32, String>,
    spelled: Vec<u8>,
}

impl ByteVocabulary {
    /// An empty vocabulary with room for this many tokens.
    pub(crate) fn with_capacity(tokens: usize) -> Self {
        Self { tokens: TokenTable::with_capacity(tokens), ..Self::default() }
    }

    /// Adds a token as spelled in the file; `None` when its id does not fit or belongs to another token.
    pub(crate) fn insert_spelled(&mut self, token: &str, id: u32) -> Option<()> {
        if id >= ID_LIMIT || self.raw_by_id.contains_key(&id) {
            return None;
        }
        self.spelled.clear();
        if append_spelled(token, &mut self.spelled).is_some() && !self.spelled.is_empty() {
            return self.tokens.insert(&self.spelled, id);
        }
        if !self.tokens.token(id).is_empty() {
            return None;
        }
        self.raw.insert(token.to_owned(), id);
        self.raw_by_id.insert(id, token.to_owned());
        Some(())
    }

    /// Adds a token as bytes.
    pub(crate) fn insert_bytes(&mut self, token: &[u8], id: u32) -> Option<()> {
        if id < ID_LIMIT { self.tokens.insert(token, id) } else { None }
    }

    /// Gives back what was reserved and not used.
    pub(crate) fn shrink(&mut self) {
        self.tokens.shrink();
    }

    /// The id of a word, if it is a token as a whole.
    pub(crate) fn id(&self, word: &[u8]) -> Option<u32> {
        self.tokens.id(word)
    }

    /// The ids of all bytes that text can hold, `None` when one has no token. The bytes that are in no UTF-8 text have ids that are in
    /// no vocabulary; some vocabularies leave them out.
    pub(crate) fn byte_ids(&self) -> Option<Vec<u32>> {
        const NO_ID: u32 = u32::MAX;
        let in_no_text = |byte| matches!(byte, 0xC0 | 0xC1 | 0xF5..=0xFF);
        (0..=u8::MAX).map(|byte| self.tokens.id(&[byte]).or_else(|| in_no_text(byte).then_some(NO_ID))).collect()
    }

    /// All tokens as they are spelled in the file, with their ids, by id.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Cow<'_, str>, u32)> {
        let ids = self.raw_by_id.keys().map(|&id| id + 1).chain([self.tokens.id_bound()]).max().unwrap_or(0);
        (0..ids).filter_map(|id| Some((self.id_to_token(id)?, id)))
    }

    /// The bytes of all tokens that text can reach.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = &[u8]> {
        self.tokens.tokens()
    }

    /// The bytes of a token; empty for an id without one.
    pub(crate) fn token(&self, id: u32) -> &[u8] {
        self.tokens.token(id)
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len() + self.raw.len()
    }

    pub(crate) fn token_to_id(&self, token: &str) -> Option<u32> {
        let mut bytes = Vec::with_capacity(token.len());
        match append_spelled(token, &mut bytes) {
            Some(()) if !bytes.is_empty() => self.tokens.id(&bytes),
            _ => self.raw.get(token).copied(),
        }
    }

    pub(crate) fn id_to_token(&self, id: u32) -> Option<Cow<'_, str>> {
        let token = self.tokens.token(id);
        if token.is_empty() {
            return self.raw_by_id.get(&id).map(|token| Cow::Borrowed(token.as_str()));
        }
        Some(Cow::Owned(spell(token)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_entries_have_ids_but_no_bytes() {
        let mut vocabulary = ByteVocabulary::with_capacity(2);
        vocabulary.insert_spelled("Ġa", 0).unwrap();
        vocabulary.insert_spelled("⚠", 1).unwrap();
        vocabulary.insert_spelled("", 2).unwrap();
        assert_eq!(vocabulary.id(b" a"), Some(0));
        assert_eq!(vocabulary.id("⚠".as_bytes()), None);
        assert_eq!(["Ġa", "⚠", "", " a"].map(|token| vocabulary.token_to_id(token)), [Some(0), Some(1), Some(2), None]);
        assert_eq!(
            [0, 1, 2, 3].map(|id| vocabulary.id_to_token(id)),
            [Some("Ġa".into()), Some("⚠".into()), Some("".into()), None]
        );
        assert_eq!(vocabulary.len(), 3);
    }

    #[test]
    fn two_tokens_of_one_id_are_refused() {
        let mut vocabulary = ByteVocabulary::with_capacity(2);
        vocabulary.insert_spelled("a", 0).unwrap();
        assert!(vocabulary.insert_spelled("b", 0).is_none());
        assert!(vocabulary.insert_spelled("⚠", 0).is_none());
        assert!(vocabulary.insert_spelled("c", ID_LIMIT).is_none());
    }
}
