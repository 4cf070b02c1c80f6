//! Words whose ids were computed before, so that common words are computed once.
//!
//! Two tables of fixed size, in which a word has one or two places: a new word pushes out the older one there. A short word of few ids lies in the slot
//! itself, all its bytes and its length as one number; any other is compared byte by byte. So a hit is exact, and memory is bounded
//! without any bookkeeping.

use std::{
    hash::{BuildHasher, RandomState},
    ops::Range,
};

/// Of two slots each.
const SHORT_SETS: usize = 1 << 15;
const LONG_SLOTS: usize = 1 << 15;
/// The last byte of a short word's number is its length.
const LONGEST_SHORT: usize = 15;
/// Words above this are rarely seen twice, and would make the table's memory depend on the text.
const LONGEST_LONG: usize = 128;
const INLINE_IDS: usize = 3;

/// A cache of words.
pub(super) struct WordCache {
    short: Box<[ShortSet]>,
    long: Box<[Option<LongSlot>]>,
    seed: u64,
}

/// One cache line. The slot that was filled last comes first.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct ShortSet([ShortSlot; 2]);

/// 32 bytes. A word is never empty, so an empty slot matches none.
#[derive(Clone, Copy, Default)]
struct ShortSlot {
    word: u128,
    ids: [u32; INLINE_IDS],
    count: u32,
}

struct LongSlot {
    word: Box<[u8]>,
    ids: Box<[u32]>,
}

/// Where a word belongs. A short word of many ids lies among the long ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Short {
        number: u128,
        hash: usize,
    },
    Long {
        hash: usize,
    },
    /// It is too long to keep.
    Nowhere,
}

impl WordCache {
    pub(super) fn new() -> Self {
        Self {
            short: vec![ShortSet::default(); SHORT_SETS].into_boxed_slice(),
            long: std::iter::repeat_with(|| None).take(LONG_SLOTS).collect(),
            seed: RandomState::new().hash_one(SHORT_SETS),
        }
    }

    /// Where a word of a text belongs.
    #[expect(clippy::inline_always, reason = "called in one loop, which is half as fast again with the call left out")]
    #[inline(always)]
    pub(super) fn place(&self, text: &[u8], word: Range<usize>) -> Place {
        let length = word.len();
        if length <= LONGEST_SHORT {
            let number = number_of(text, word);
            return Place::Short { number, hash: self.hash_number(number) };
        }
        if length <= LONGEST_LONG { Place::Long { hash: self.hash_bytes(&text[word]) } } else { Place::Nowhere }
    }

    /// Appends the ids of the word that was placed, if they are there.
    #[expect(clippy::inline_always, reason = "called in one loop, which is half as fast again with the call left out")]
    #[inline(always)]
    pub(super) fn append(&self, text: &[u8], word: Range<usize>, place: Place, out: &mut Vec<u32>) -> bool {
        if let Place::Short { number, hash } = place {
            let ShortSet([first, second]) = &self.short[hash % SHORT_SETS];
            let slot = if is_same(first.word, number) { first } else { second };
            if is_same(slot.word, number) {
                // Most words are one id; copying a slice of unknown length would cost more than the look-up.
                match slot.count {
                    1 => out.push(slot.ids[0]),
                    count => out.extend_from_slice(&slot.ids[..count as usize]),
                }
                return true;
            }
        }
        match place {
            Place::Short { hash, .. } | Place::Long { hash } => self.append_long(&text[word], hash, out),
            Place::Nowhere => false,
        }
    }

    /// Keeps the ids of a word.
    pub(super) fn put(&mut self, word: &[u8], place: Place, ids: &[u32]) {
        match place {
            Place::Short { number, hash } if ids.len() <= INLINE_IDS => {
                let mut slot = ShortSlot {
                    word: number,
                    count: u32::try_from(ids.len()).unwrap_or_default(),
                    ..ShortSlot::default()
                };
                slot.ids[..ids.len()].copy_from_slice(ids);
                let ShortSet(slots) = &mut self.short[hash % SHORT_SETS];
                *slots = [slot, slots[0]];
            }
            Place::Short { hash, .. } | Place::Long { hash } => {
                self.long[hash % LONG_SLOTS] = Some(LongSlot { word: word.into(), ids: ids.into() });
            }
            Place::Nowhere => {}
        }
    }

    #[inline(never)]
    fn append_long(&self, word: &[u8], hash: usize, out: &mut Vec<u32>) -> bool {
        let Some(slot) = self.long[hash % LONG_SLOTS].as_ref().filter(|slot| *slot.word == *word) else { return false };
        out.extend_from_slice(&slot.ids);
        true
    }

    fn hash_number(&self, number: u128) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
        let (low, high) = (number as u64, (number >> u64::BITS) as u64);
        fold(low ^ self.seed, high ^ 0x9E37_79B9_7F4A_7C15)
    }

    fn hash_bytes(&self, word: &[u8]) -> usize {
        let mut hash = self.seed ^ word.len() as u64;
        for chunk in word.chunks(size_of::<u64>()) {
            let mut bytes = [0; size_of::<u64>()];
            bytes[..chunk.len()].copy_from_slice(chunk);
            hash = fold(hash ^ u64::from_le_bytes(bytes), 0x9E37_79B9_7F4A_7C15) as u64;
        }
        #[expect(clippy::cast_possible_truncation, reason = "only the lower bits count")]
        let hash = hash as usize;
        hash
    }
}

/// Compares two numbers by halves, in general registers: moving both into vector registers first would take longer than the comparison.
#[inline]
fn is_same(left: u128, right: u128) -> bool {
    let difference = left ^ right;
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    let folded = difference as u64 | (difference >> u64::BITS) as u64;
    folded == 0
}

/// Mixes two numbers: both halves of their product.
fn fold(left: u64, right: u64) -> usize {
    let product = u128::from(left).wrapping_mul(u128::from(right));
    #[expect(clippy::cast_possible_truncation, reason = "folding is what is wanted")]
    let folded = ((product >> u64::BITS) as u64 ^ product as u64) as usize;
    folded
}

/// All bytes of a short word and its length as one number.
#[inline]
fn number_of(text: &[u8], word: Range<usize>) -> u128 {
    let length = word.len();
    // Sixteen bytes are read at once and the rest masked off, which beats copying a few bytes of unknown number.
    let window = text.get(word.start..).and_then(|rest| rest.first_chunk::<{ size_of::<u128>() }>());
    let bytes = window.map_or_else(
        || {
            let mut bytes = [0; size_of::<u128>()];
            bytes[..length].copy_from_slice(&text[word]);
            u128::from_le_bytes(bytes)
        },
        |window| u128::from_le_bytes(*window) & ((1 << (u8::BITS as usize * length)) - 1),
    );
    bytes | (length as u128) << (u8::BITS as usize * LONGEST_SHORT)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// The ids that the cache has for a whole text as one word.
    fn get(cache: &WordCache, word: &[u8]) -> Option<Vec<u32>> {
        let mut ids = Vec::new();
        cache.append(word, 0..word.len(), cache.place(word, 0..word.len()), &mut ids).then_some(ids)
    }

    fn put(cache: &mut WordCache, word: &[u8], ids: &[u32]) {
        cache.put(word, cache.place(word, 0..word.len()), ids);
    }

    proptest! {
        #[test]
        fn a_hit_is_what_was_put_last(words in prop::collection::vec(("[ab\0]{1,20}|[a-c]{120,140}", 1..6_usize), 1..200)) {
            let mut cache = WordCache::new();
            let mut filled: HashMap<&[u8], Vec<u32>> = HashMap::new();
            for (number, (word, count)) in (0..).zip(&words) {
                let word = word.as_bytes();
                match (get(&cache, word), filled.get(word)) {
                    (Some(found), Some(ids)) => prop_assert_eq!(&found, ids),
                    (Some(_), None) => prop_assert!(false, "a hit for a word that was never put"),
                    (None, _) => {
                        let ids: Vec<u32> = (number..).take(*count).collect();
                        put(&mut cache, word, &ids);
                        filled.insert(word, ids);
                    }
                }
            }
        }

        #[test]
        fn a_word_has_one_place_wherever_it_stands(before in "[a-z]{0,5}", word in "[a-z]{1,20}", after in "[a-z]{0,20}") {
            let cache = WordCache::new();
            let text = format!("{before}{word}{after}");
            let range = before.len()..before.len() + word.len();
            prop_assert_eq!(cache.place(text.as_bytes(), range), cache.place(word.as_bytes(), 0..word.len()));
        }
    }

    #[test]
    fn a_word_is_found_again_whatever_its_length_and_ids() {
        let mut cache = WordCache::new();
        for (word, ids) in [(&b"a"[..], &[7][..]), (b"abcd", &[1, 2, 3, 4]), (&[b'x'; 100], &[9, 9])] {
            put(&mut cache, word, ids);
            assert_eq!(get(&cache, word).as_deref(), Some(ids));
        }
    }

    #[test]
    fn words_that_differ_only_in_zero_bytes_are_different() {
        let mut cache = WordCache::new();
        put(&mut cache, b"a", &[7]);
        assert_eq!(get(&cache, b"a\0"), None);
    }
}
