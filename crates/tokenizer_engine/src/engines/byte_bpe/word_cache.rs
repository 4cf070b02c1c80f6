//! Words whose ids were computed before, so that common words are merged once.
//!
//! Two direct-mapped tables of fixed size: a new word takes the place of the one in its slot. A short word lies in the slot itself, all
//! its bytes and length as one number; a longer one is compared byte by byte. So a hit is exact, and memory is bounded without any
//! bookkeeping.

use std::hash::{BuildHasher, RandomState};

const SHORT_SLOTS: usize = 1 << 15;
const LONG_SLOTS: usize = 1 << 11;
/// The last byte of a short word's number is its length.
const LONGEST_SHORT: usize = 15;
/// Words above this are rarely seen twice, and would make the table's memory depend on the text.
const LONGEST_LONG: usize = 128;
const INLINE_IDS: usize = 3;

/// A cache of words.
pub(crate) struct WordCache {
    short: Box<[ShortSlot]>,
    long: Box<[Option<LongSlot>]>,
    seed: u64,
}

/// 32 bytes: two to a cache line. A word of length 0 is in no text, so an empty slot matches none.
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

/// Where a word belongs.
pub(crate) enum Place {
    /// In the table of short words, under its number.
    Short(usize, u128),
    /// In the table of long words.
    Long(usize),
    /// Nowhere: it is too long to keep.
    Nowhere,
}

impl WordCache {
    pub(crate) fn new() -> Self {
        let long = std::iter::repeat_with(|| None).take(LONG_SLOTS).collect();
        let seed = RandomState::new().hash_one(SHORT_SLOTS);
        Self { short: vec![ShortSlot::default(); SHORT_SLOTS].into_boxed_slice(), long, seed }
    }

    /// Where this word belongs.
    #[inline]
    pub(crate) fn place(&self, word: &[u8]) -> Place {
        if word.len() <= LONGEST_SHORT {
            let number = number_of(word);
            return Place::Short(self.short_slot(number), number);
        }
        if word.len() <= LONGEST_LONG { Place::Long(self.long_slot(word)) } else { Place::Nowhere }
    }

    /// The ids of the word that was placed, if they are there.
    #[inline]
    pub(crate) fn get(&self, word: &[u8], place: &Place) -> Option<&[u32]> {
        match *place {
            Place::Short(slot, number) => {
                let slot = &self.short[slot];
                if slot.word == number { slot.ids.get(..slot.count as usize) } else { None }
            }
            Place::Long(slot) => self.long[slot].as_ref().filter(|slot| *slot.word == *word).map(|slot| &*slot.ids),
            Place::Nowhere => None,
        }
    }

    /// Keeps the ids of a word.
    pub(crate) fn put(&mut self, word: &[u8], place: &Place, ids: &[u32]) {
        match *place {
            Place::Short(slot, number) if ids.len() <= INLINE_IDS => {
                let slot = &mut self.short[slot];
                slot.word = number;
                slot.ids[..ids.len()].copy_from_slice(ids);
                slot.count = u32::try_from(ids.len()).unwrap_or_default();
            }
            // A short word of many ids is looked up as a short one, so it is not found in the table of long ones.
            Place::Long(slot) => self.long[slot] = Some(LongSlot { word: word.into(), ids: ids.into() }),
            Place::Short(..) | Place::Nowhere => {}
        }
    }

    fn short_slot(&self, number: u128) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
        let (low, high) = (number as u64, (number >> u64::BITS) as u64);
        let product = u128::from(low ^ self.seed).wrapping_mul(u128::from(high ^ 0x9E37_79B9_7F4A_7C15));
        #[expect(clippy::cast_possible_truncation, reason = "folding is what is wanted")]
        let folded = (product >> u64::BITS) as u64 ^ product as u64;
        #[expect(clippy::cast_possible_truncation, reason = "only the lower bits count")]
        let slot = folded as usize % SHORT_SLOTS;
        slot
    }

    fn long_slot(&self, word: &[u8]) -> usize {
        let mut hash = self.seed ^ word.len() as u64;
        for chunk in word.chunks(size_of::<u64>()) {
            let mut bytes = [0; size_of::<u64>()];
            bytes[..chunk.len()].copy_from_slice(chunk);
            hash = (hash ^ u64::from_le_bytes(bytes)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            hash ^= hash >> 29;
        }
        (hash >> 32) as usize % LONG_SLOTS
    }
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
        fn a_hit_is_what_was_put(words in prop::collection::vec(("[ab\0]{1,20}|[a-c]{120,140}", 1..5_usize), 1..200)) {
            let mut cache = WordCache::new();
            let mut put = HashMap::new();
            for (word, count) in &words {
                let word = word.as_bytes();
                let ids: Vec<u32> = (0..).take(*count).collect();
                let place = cache.place(word);
                if let Some(found) = cache.get(word, &place) {
                    prop_assert_eq!(Some(&found.to_vec()), put.get(word));
                }
                cache.put(word, &place, &ids);
                if cache.get(word, &place).is_some_and(|found| found == ids) {
                    put.insert(word.to_vec(), ids);
                }
            }
            prop_assert!(!put.is_empty() || words.iter().all(|(word, count)| word.len() > LONGEST_LONG || *count > INLINE_IDS));
        }
    }

    #[test]
    fn words_that_differ_only_in_zero_bytes_are_different() {
        let mut cache = WordCache::new();
        let place = cache.place(b"a");
        cache.put(b"a", &place, &[7]);
        assert_eq!(cache.get(b"a", &place), Some(&[7][..]));
        let other = cache.place(b"a\0");
        assert_eq!(cache.get(b"a\0", &other), None);
    }
}
