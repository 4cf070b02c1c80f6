use crate::vocabulary::ByteVocabulary;

/// The pairs of bytes that stand side by side in some token.
///
/// Every merge makes a token of the vocabulary whose bytes are those of its two sides. So where two bytes stand side by side in no token, no
/// merge ever joins across them, and both sides can be merged apart: in random letters that is every dozen letters or so.
pub(super) struct ByteBridges {
    pairs: Box<[u64; PAIRS / BITS]>,
}

const PAIRS: usize = 1 << (2 * u8::BITS);
const BITS: usize = u64::BITS as usize;

impl ByteBridges {
    /// Reads all tokens of a vocabulary.
    pub(super) fn of(vocabulary: &ByteVocabulary) -> Self {
        let mut bridges = Self { pairs: Box::new([0; PAIRS / BITS]) };
        for token in vocabulary.tokens() {
            for pair in token.windows(2) {
                let index = index(pair[0], pair[1]);
                bridges.pairs[index / BITS] |= 1 << (index % BITS);
            }
        }
        bridges
    }

    /// The parts of a word that can be merged apart. They end between characters.
    pub(super) fn parts<'word>(&self, word: &'word str) -> impl Iterator<Item = &'word str> {
        let mut rest = word;
        std::iter::from_fn(move || {
            let pairs = rest.as_bytes().windows(2);
            let end = pairs.zip(1..).find(|&(pair, end)| rest.is_char_boundary(end) && !self.join(pair[0], pair[1]));
            let (part, after) = rest.split_at(end.map_or(rest.len(), |(_, end)| end));
            rest = after;
            (!part.is_empty()).then_some(part)
        })
    }

    /// Whether some token holds the last byte of one character and the first of the other one side by side.
    pub(super) fn join_characters(&self, left: char, right: char) -> bool {
        let (mut left_bytes, mut right_bytes) = ([0; 4], [0; 4]);
        let left = left.encode_utf8(&mut left_bytes).as_bytes().last().copied().unwrap_or_default();
        let right = right.encode_utf8(&mut right_bytes).as_bytes()[0];
        self.join(left, right)
    }

    fn join(&self, left: u8, right: u8) -> bool {
        let index = index(left, right);
        self.pairs[index / BITS] >> (index % BITS) & 1 == 1
    }
}

fn index(left: u8, right: u8) -> usize {
    usize::from(left) << u8::BITS | usize::from(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_end_where_no_token_joins_two_characters() {
        let mut vocabulary = ByteVocabulary::with_capacity(4);
        let tokens = [&b"ab"[..], b"bc", "é".as_bytes(), b"a\xc3"];
        (0..).zip(tokens).for_each(|(id, token)| vocabulary.insert_bytes(token, id).unwrap());
        let bridges = ByteBridges::of(&vocabulary);
        let parts = |word: &'static str| bridges.parts(word).collect::<Vec<_>>();
        assert_eq!(parts("abcabab"), ["abc", "ab", "ab"]);
        // The bytes of `ß` stand side by side in no token, but it is one character.
        assert_eq!(parts("aéßcb"), ["aé", "ß", "c", "b"]);
        assert_eq!(parts(""), [""; 0]);
    }
}
