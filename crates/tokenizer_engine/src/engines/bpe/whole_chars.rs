//! Which characters of several bytes a word can begin with as whole tokens, instead of as bytes that are then merged.
//!
//! Text in other scripts than Latin spends most of its merges on making characters out of bytes. The proof that they can be skipped goes by
//! rank. Merge a character's bytes alone. If at each step every merge that could join one of its two outer symbols with a neighbour has a higher rank
//! than the step's own, then no neighbour touches the character before it is whole. And if every merge that uses the whole character
//! has a higher rank than the last step, then nothing could have happened earlier with it than it does. Merges with a neighbour are told apart by
//! whether the neighbour's byte beside the character is ASCII: " \xe4" is a token of many vocabularies, and would otherwise forbid
//! all of Chinese for the sake of a space.

use super::pair_table::{Merge, NO_RANK, PairTable};
use crate::vocabulary::ByteVocabulary;

/// Characters of two and three bytes; those of four are rare enough to be merged.
const CHARS: usize = 0x1_0000;
const FIRST: usize = 0x80;

/// What must not stand beside a character that begins whole.
const NOT_AFTER_ASCII: u8 = 1;
const NOT_AFTER_OTHERS: u8 = 2;
const NOT_BEFORE_ASCII: u8 = 4;
const NOT_BEFORE_OTHERS: u8 = 8;

/// The characters that begin whole, and between which neighbours.
pub(super) struct WholeChars {
    entries: Box<[Entry]>,
}

#[derive(Clone, Copy)]
struct Entry {
    /// `u32::MAX` for a character that never begins whole.
    id: u32,
    forbidden: u8,
}

const NONE: Entry = Entry { id: u32::MAX, forbidden: 0 };

impl WholeChars {
    /// Proves what can be proved.
    pub(super) fn prove(
        merges: &[Merge],
        vocabulary: &ByteVocabulary,
        byte_ids: &[u32; 256],
        pairs: &PairTable,
    ) -> Self {
        let ranks = NeighbourRanks::of(merges, vocabulary);
        let mut entries = vec![NONE; CHARS].into_boxed_slice();
        for merge in merges {
            if let Some(character) = only_char(vocabulary.token(merge.product)) {
                entries[character] = ranks.entry(vocabulary.token(merge.product), byte_ids, pairs);
            }
        }
        Self { entries }
    }

    /// Appends the symbols that a word begins with.
    pub(super) fn append(&self, word: &str, byte_ids: &[u32; 256], symbols: &mut Vec<u32>) {
        let bytes = word.as_bytes();
        for (start, character) in word.char_indices() {
            let end = start + character.len_utf8();
            let entry = self.entries.get(character as usize).filter(|_| character as usize >= FIRST);
            match entry {
                Some(entry)
                    if entry.fits(start.checked_sub(1).map(|before| bytes[before]), bytes.get(end).copied()) =>
                {
                    symbols.push(entry.id);
                }
                _ => symbols.extend(bytes[start..end].iter().map(|&byte| byte_ids[usize::from(byte)])),
            }
        }
    }
}

impl Entry {
    /// Whether the character begins whole between these bytes; the ends of a word are no neighbours.
    fn fits(self, before: Option<u8>, after: Option<u8>) -> bool {
        let left = before.map_or(0, |byte| if byte.is_ascii() { NOT_AFTER_ASCII } else { NOT_AFTER_OTHERS });
        let right = after.map_or(0, |byte| if byte.is_ascii() { NOT_BEFORE_ASCII } else { NOT_BEFORE_OTHERS });
        self.id != NONE.id && self.forbidden & (left | right) == 0
    }
}

/// The scalar value of a token that is one character of two or three bytes.
fn only_char(token: &[u8]) -> Option<usize> {
    if !matches!(token.len(), 2 | 3) || token.is_ascii() {
        return None;
    }
    let mut characters = std::str::from_utf8(token).ok()?.chars();
    characters.next().filter(|_| characters.as_str().is_empty()).map(|character| character as usize)
}

/// By token, the lowest rank of a merge that joins it with a neighbour on one side, by whether the neighbour's byte there is ASCII.
struct NeighbourRanks {
    with_left: [Vec<u32>; 2],
    with_right: [Vec<u32>; 2],
}

impl NeighbourRanks {
    fn of(merges: &[Merge], vocabulary: &ByteVocabulary) -> Self {
        let largest = merges.iter().map(|merge| merge.left.max(merge.right).max(merge.product)).max().unwrap_or(0);
        let none = vec![NO_RANK; largest as usize + 1];
        let mut ranks = Self { with_left: [none.clone(), none.clone()], with_right: [none.clone(), none] };
        let edges: Vec<(u8, u8)> = (0..=largest).map(|id| edges_of(vocabulary.token(id))).collect();
        for (rank, merge) in (0..).zip(merges) {
            let (left, right) = (merge.left as usize, merge.right as usize);
            let with_left = &mut ranks.with_left[side(edges[left].1)][right];
            *with_left = rank.min(*with_left);
            let with_right = &mut ranks.with_right[side(edges[right].0)][left];
            *with_right = rank.min(*with_right);
        }
        ranks
    }

    fn entry(&self, character: &[u8], byte_ids: &[u32; 256], pairs: &PairTable) -> Entry {
        let mut symbols: Vec<u32> = character.iter().map(|&byte| byte_ids[usize::from(byte)]).collect();
        let mut forbidden = 0;
        while let [first, .., last] = symbols[..] {
            let ranks = symbols.windows(2).map(|pair| pairs.rank(pair[0], pair[1]));
            let Some((rank, at)) = ranks.zip(0..).min().filter(|(rank, _)| *rank != NO_RANK) else {
                return NONE;
            };
            forbidden |= self.touched_until(first, last, rank);
            symbols[at] = pairs.product(rank);
            symbols.remove(at + 1);
            if let [whole] = symbols[..] {
                forbidden |= self.touched_until(whole, whole, rank);
            }
        }
        Entry { id: symbols[0], forbidden }
    }

    /// What must not stand beside the two outer symbols, as it would be joined with one of them at this rank or before.
    fn touched_until(&self, first: u32, last: u32, rank: u32) -> u8 {
        let touches = |ranks: &[u32], id: u32| ranks.get(id as usize).is_some_and(|&lowest| lowest <= rank);
        let flag = |is_touched: bool, flag: u8| if is_touched { flag } else { 0 };
        flag(touches(&self.with_left[0], first), NOT_AFTER_ASCII)
            | flag(touches(&self.with_left[1], first), NOT_AFTER_OTHERS)
            | flag(touches(&self.with_right[0], last), NOT_BEFORE_ASCII)
            | flag(touches(&self.with_right[1], last), NOT_BEFORE_OTHERS)
    }
}

fn edges_of(token: &[u8]) -> (u8, u8) {
    (token.first().copied().unwrap_or_default(), token.last().copied().unwrap_or_default())
}

fn side(neighbour: u8) -> usize {
    usize::from(!neighbour.is_ascii())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::merge::{MergeScratch, merge},
        *,
    };

    /// Bytes and random merges of what exists so far, as a vocabulary has them: each text is one token.
    fn model(pairs: &[(u32, u32)]) -> (ByteVocabulary, Vec<Merge>, [u32; 256]) {
        let mut vocabulary = ByteVocabulary::with_capacity(256);
        (0..=u8::MAX).for_each(|byte| vocabulary.insert_bytes(&[byte], byte.into()).unwrap());
        let mut known: Vec<u32> = " aäöлж世界".bytes().map(u32::from).collect();
        let mut merges = Vec::new();
        for &(left, right) in pairs {
            let length = u32::try_from(known.len()).unwrap();
            let (left, right) = (known[(left % length) as usize], known[(right % length) as usize]);
            let bytes = [vocabulary.token(left), vocabulary.token(right)].concat();
            let product = vocabulary.id(&bytes).unwrap_or(u32::try_from(vocabulary.len()).unwrap());
            vocabulary.insert_bytes(&bytes, product).unwrap();
            merges.push(Merge { left, right, product });
            known.push(product);
        }
        (vocabulary, merges, std::array::from_fn(|byte| u32::try_from(byte).unwrap()))
    }

    fn merged(mut symbols: Vec<u32>, pairs: &PairTable) -> Vec<u32> {
        merge(pairs, &mut symbols, &mut MergeScratch::default()).unwrap();
        symbols
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        #[test]
        fn words_merge_alike_from_characters_and_from_bytes(
            pairs in prop::collection::vec((0..60_u32, 0..60_u32), 1..60),
            words in prop::collection::vec("[ aäöлж世界]{1,12}", 8),
        ) {
            let (vocabulary, merges, byte_ids) = model(&pairs);
            let pairs = PairTable::new(&merges).unwrap();
            let chars = WholeChars::prove(&merges, &vocabulary, &byte_ids, &pairs);
            for word in words {
                let mut symbols = Vec::new();
                chars.append(&word, &byte_ids, &mut symbols);
                let bytes = word.bytes().map(u32::from).collect();
                prop_assert_eq!(merged(symbols, &pairs), merged(bytes, &pairs), "{:?}", word);
            }
        }
    }

    #[test]
    fn a_character_begins_whole_unless_a_neighbour_comes_first() {
        let [e4, b8, x96] = "世".as_bytes() else { unreachable!() };
        let [e4, b8, x96] = [*e4, *b8, *x96].map(u32::from);
        let (mut vocabulary, _, byte_ids) = model(&[]);
        let tokens = [&b"\xe4\xb8"[..], "世".as_bytes(), b" \xe4", "世a".as_bytes()];
        (256..).zip(tokens).for_each(|(id, token)| vocabulary.insert_bytes(token, id).unwrap());
        let merge = |left, right, product| Merge { left, right, product };
        let symbols = |merges: &[Merge], word: &str| {
            let pairs = PairTable::new(merges).unwrap();
            let mut symbols = Vec::new();
            WholeChars::prove(merges, &vocabulary, &byte_ids, &pairs).append(word, &byte_ids, &mut symbols);
            symbols
        };
        let (head, whole) = (merge(e4, b8, 256), merge(256, x96, 257));
        let (space_first, after) = (merge(b' '.into(), e4, 258), merge(257, b'a'.into(), 259));
        let bytes = |word: &str| word.bytes().map(u32::from).collect::<Vec<_>>();
        assert_eq!(symbols(&[head, whole, after], " 世a"), [b' '.into(), 257, b'a'.into()]);
        assert_eq!(symbols(&[space_first, head, whole], " 世"), bytes(" 世"));
        assert_eq!(symbols(&[space_first, head, whole], "世世"), [257, 257]);
        assert_eq!(symbols(&[head, space_first, whole], " 世"), [b' '.into(), 257]);
        assert_eq!(symbols(&[head, after, whole], "世a"), bytes("世a"));
        assert_eq!(symbols(&[head], "世"), bytes("世"));
    }
}
