use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

/// The tokens of a byte-level vocabulary as bytes, found by id or by their bytes.
///
/// All tokens lie in one buffer; the hash table holds ids and compares the bytes behind them.
#[derive(Default)]
pub(super) struct TokenTable {
    bytes: Vec<u8>,
    /// Where each id's token lies; an id without a token has an empty span, as no token is empty.
    spans: Vec<Span>,
    ids: HashTable<u32>,
    hasher: RandomState,
}

#[derive(Debug, Default, Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
}

impl TokenTable {
    /// An empty table with room for this many tokens.
    pub(super) fn with_capacity(tokens: usize) -> Self {
        const TYPICAL_TOKEN_BYTES: usize = 8;
        Self {
            bytes: Vec::with_capacity(tokens * TYPICAL_TOKEN_BYTES),
            spans: Vec::with_capacity(tokens),
            ids: HashTable::with_capacity(tokens),
            hasher: RandomState::default(),
        }
    }

    /// Adds a token. One that is there already gets the new id, as the last one counts in a JSON object. `None` when the id belongs to
    /// another token, or the tokens together are larger than 4 GiB.
    pub(super) fn insert(&mut self, token: &[u8], id: u32) -> Option<()> {
        let start = u32::try_from(self.bytes.len()).ok()?;
        let end = u32::try_from(self.bytes.len() + token.len()).ok()?;
        let index = id as usize;
        if index >= self.spans.len() {
            self.spans.resize(index + 1, Span::default());
        }
        if !self.token(id).is_empty() && self.token(id) != token {
            return None;
        }
        self.bytes.extend_from_slice(token);
        self.spans[index] = Span { start, end };
        let (bytes, spans, hasher) = (&self.bytes, &self.spans, &self.hasher);
        let token_of = |id: u32| token_at(bytes, spans, id);
        let hash = hasher.hash_one(token);
        let same = |&known: &u32| token_of(known) == token;
        match self.ids.find_mut(hash, same) {
            Some(known) => {
                let old = std::mem::replace(known, id);
                if old != id {
                    self.spans[old as usize] = Span::default();
                }
            }
            None => {
                self.ids.insert_unique(hash, id, |&id| hasher.hash_one(token_of(id)));
            }
        }
        Some(())
    }

    /// The id of a token.
    pub(super) fn id(&self, token: &[u8]) -> Option<u32> {
        let hash = self.hasher.hash_one(token);
        self.ids.find(hash, |&id| self.token(id) == token).copied()
    }

    /// The bytes of a token; empty for an id without one.
    pub(super) fn token(&self, id: u32) -> &[u8] {
        token_at(&self.bytes, &self.spans, id)
    }

    /// All ids are below this.
    pub(super) fn id_bound(&self) -> u32 {
        u32::try_from(self.spans.len()).unwrap_or(u32::MAX)
    }

    /// The bytes of all tokens, by id.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &[u8]> {
        let tokens = self.spans.iter().map(|span| &self.bytes[span.start as usize..span.end as usize]);
        tokens.filter(|token| !token.is_empty())
    }

    /// The number of tokens.
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Gives back what was reserved and not used.
    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        self.spans.shrink_to_fit();
    }
}

fn token_at<'a>(bytes: &'a [u8], spans: &[Span], id: u32) -> &'a [u8] {
    let span = spans.get(id as usize).copied().unwrap_or_default();
    bytes.get(span.start as usize..span.end as usize).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_tokens_both_ways() {
        let mut table = TokenTable::with_capacity(2);
        table.insert(b"ab", 5).unwrap();
        table.insert(b"c", 0).unwrap();
        assert_eq!((table.id(b"ab"), table.id(b"c"), table.id(b"abc"), table.id(b"")), (Some(5), Some(0), None, None));
        assert_eq!(
            (table.token(5), table.token(0), table.token(3), table.token(99)),
            (&b"ab"[..], &b"c"[..], &b""[..], &b""[..])
        );
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn the_last_id_of_a_token_counts() {
        let mut table = TokenTable::with_capacity(1);
        table.insert(b"ab", 1).unwrap();
        table.insert(b"ab", 2).unwrap();
        assert_eq!((table.id(b"ab"), table.len()), (Some(2), 1));
        assert_eq!((table.token(1), table.token(2)), (&b""[..], &b"ab"[..]));
    }
}
