//! Words whose ids were computed before, so that common words are computed once.
//!
//! Two direct-mapped tables of fixed size: a new word takes the place of the one in its slot. A short word of few ids lies in the slot
//! itself, all its bytes and its length as one number; any other is compared byte by byte. So a hit is exact, and memory is bounded
//! without any bookkeeping.

use std::hash::{BuildHasher, RandomState};

const SHORT_SLOTS: usize = 1 << 15;
const LONG_SLOTS: usize = 1 << 13;
/// The last byte of a short word's number is its length.
const LONGEST_SHORT: usize = 15;
/// Words above this are rarely seen twice, and would make the table's memory depend on the text.
const LONGEST_LONG: usize = 128;
const INLINE_IDS: usize = 3;

/// A cache of words.
pub(super) struct WordCache {
    short: Box<[ShortSlot]>,
    long: Box<[Option<LongSlot>]>,
    seed: u64,
}

/// 32 bytes: two to a cache line. A word is never empty, so an empty slot matches none.
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
#[derive(Clone, Copy)]
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
            short: vec![ShortSlot::default(); SHORT_SLOTS].into_boxed_slice(),
            long: std::iter::repeat_with(|| None).take(LONG_SLOTS).collect(),
            seed: RandomState::new().hash_one(SHORT_SLOTS),
        }
    }

    /// Where this word belongs.
    #[inline]
    pub(super) fn place(&self, word: &[u8]) -> Place {
        if word.len() <= LONGEST_SHORT {
            let number = number_of(word);
            return Place::Short { number, hash: self.hash_number(number) };
        }
        if word.len() <= LONGEST_LONG { Place::Long { hash: self.hash_bytes(word) } } else { Place::Nowhere }
    }

    /// The ids of the word that was placed, if they are there.
    #[inline]
    pub(super) fn get(&self, word: &[u8], place: Place) -> Option<&[u32]> {
        match place {
            Place::Short { number, hash } => {
                let slot = &self.short[hash % SHORT_SLOTS];
                if slot.word == number { slot.ids.get(..slot.count as usize) } else { self.get_long(word, hash) }
            }
            Place::Long { hash } => self.get_long(word, hash),
            Place::Nowhere => None,
        }
    }

    /// Keeps the ids of a word.
    pub(super) fn put(&mut self, word: &[u8], place: Place, ids: &[u32]) {
        match place {
            Place::Short { number, hash } if ids.len() <= INLINE_IDS => {
                let slot = &mut self.short[hash % SHORT_SLOTS];
                slot.word = number;
                slot.ids[..ids.len()].copy_from_slice(ids);
                slot.count = u32::try_from(ids.len()).unwrap_or_default();
            }
            Place::Short { hash, .. } | Place::Long { hash } => {
                self.long[hash % LONG_SLOTS] = Some(LongSlot { word: word.into(), ids: ids.into() });
            }
            Place::Nowhere => {}
        }
    }

    fn get_long(&self, word: &[u8], hash: usize) -> Option<&[u32]> {
        self.long[hash % LONG_SLOTS].as_ref().filter(|slot| *slot.word == *word).map(|slot| &*slot.ids)
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

/// Mixes two numbers: both halves of their product.
fn fold(left: u64, right: u64) -> usize {
    let product = u128::from(left).wrapping_mul(u128::from(right));
    #[expect(clippy::cast_possible_truncation, reason = "folding is what is wanted")]
    let folded = ((product >> u64::BITS) as u64 ^ product as u64) as usize;
    folded
}

fn number_of(word: &[u8]) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    bytes[..word.len()].copy_from_slice(word);
    bytes[LONGEST_SHORT] = u8::try_from(word.len()).unwrap_or_default();
    u128::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_hit_is_what_was_put_last(words in prop::collection::vec(("[ab\0]{1,20}|[a-c]{120,140}", 1..6_usize), 1..200)) {
            let mut cache = WordCache::new();
            let mut put: HashMap<&[u8], Vec<u32>> = HashMap::new();
            for (number, (word, count)) in (0..).zip(&words) {
                let word = word.as_bytes();
                let place = cache.place(word);
                match (cache.get(word, place), put.get(word)) {
                    (Some(found), Some(ids)) => prop_assert_eq!(found, ids),
                    (Some(_), None) => prop_assert!(false, "a hit for a word that was never put"),
                    (None, _) => {
                        let ids: Vec<u32> = (number..).take(*count).collect();
                        cache.put(word, place, &ids);
                        put.insert(word, ids);
                    }
                }
            }
        }
    }

    #[test]
    fn a_word_is_found_again_whatever_its_length_and_ids() {
        let mut cache = WordCache::new();
        for (word, ids) in [(&b"a"[..], &[7][..]), (b"abcd", &[1, 2, 3, 4]), (&[b'x'; 100], &[9, 9])] {
            let place = cache.place(word);
            cache.put(word, place, ids);
            assert_eq!(cache.get(word, place), Some(ids));
        }
    }

    #[test]
    fn words_that_differ_only_in_zero_bytes_are_different() {
        let mut cache = WordCache::new();
        let place = cache.place(b"a");
        cache.put(b"a", place, &[7]);
        let other = cache.place(b"a\0");
        assert_eq!(cache.get(b"a\0", other), None);
    }
}
