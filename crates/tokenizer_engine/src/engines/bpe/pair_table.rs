//! From a pair of ids to the rank of its merge, in eight bytes a slot.
//!
//! ```text
//! 63      44 43      24 23       0
//! | left id | right id |  rank   |
//! ```
//!
//! Ids of 20 bits and ranks of 24 cover every published vocabulary several times over; a file beyond that is served by another engine.
//! A look-up compares both ids in full. What a merge makes stands in an array by rank, read only when the merge is done.

use std::hash::{BuildHasher, RandomState};

use crate::engines::refusal::Refusal;

const ID_BITS: u32 = 20;
const RANK_BITS: u32 = 24;
const ID_LIMIT: u32 = 1 << ID_BITS;
const RANK_MASK: u64 = (1 << RANK_BITS) - 1;
const EMPTY: u64 = u64::MAX;
/// 256 KiB, which fits into the second cache of current processors.
const MOST_FILTER_WORDS: usize = 1 << 15;

/// The rank of a pair that does not merge; above every rank.
pub(crate) const NO_RANK: u32 = u32::MAX;

/// A merge: two tokens that stand side by side become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Merge {
    pub(crate) left: u32,
    pub(crate) right: u32,
    pub(crate) product: u32,
}

/// The merges of a BPE model.
pub(crate) struct PairTable {
    slots: Box<[u64]>,
    /// Two bits a pair, in one word of a small table. Most pairs that are asked for do not merge, and most of those are told apart
    /// here, in the processor's cache, without a look at the slots in memory.
    filter: Box<[u64]>,
    filter_shift: u32,
    /// By rank, the token that the merge makes.
    products: Box<[u32]>,
    multiplier: u64,
    shift: u32,
}

impl PairTable {
    /// A table of merges in order of rank. Of equal pairs the last one counts.
    ///
    /// Refuses merges that do not fit.
    pub(crate) fn new(merges: &[Merge]) -> Result<Self, Refusal> {
        let fits = |merge: &Merge| merge.left < ID_LIMIT && merge.right < ID_LIMIT;
        // The largest key with the largest rank would read as an empty slot, so one rank is given up.
        if merges.len() >= (1 << RANK_BITS) - 1 || !merges.iter().all(fits) {
            return Err(Refusal("the merges do not fit 20 bits of id and 24 bits of rank".to_owned()));
        }
        // At most three quarters full: what the filter lets through is mostly there. One slot at least stays empty, where a search ends.
        let slots = (merges.len() + merges.len() / 3 + 1).next_power_of_two().max(2);
        // Eight bits a pair let one missing pair in twenty through.
        let words = (merges.len() / (u64::BITS as usize / 8)).next_power_of_two().clamp(2, MOST_FILTER_WORDS);
        let mut table = Self {
            slots: vec![EMPTY; slots].into_boxed_slice(),
            filter: vec![0; words].into_boxed_slice(),
            filter_shift: u64::BITS - words.trailing_zeros(),
            products: merges.iter().map(|merge| merge.product).collect(),
            // Odd, so that multiplying loses nothing.
            multiplier: RandomState::new().hash_one(slots) | 1,
            shift: u64::BITS - slots.trailing_zeros(),
        };
        for (rank, merge) in (0..).zip(merges) {
            table.insert(merge.left, merge.right, rank);
        }
        Ok(table)
    }

    fn insert(&mut self, left: u32, right: u32, rank: u32) {
        let key = key(left, right);
        let hash = self.hash(key);
        let (word, bits) = self.filter_bits(hash);
        self.filter[word] |= bits;
        let mut index = self.home(hash);
        while self.slots[index] != EMPTY && self.slots[index] >> RANK_BITS != key {
            index = (index + 1) & (self.slots.len() - 1);
        }
        self.slots[index] = key << RANK_BITS | u64::from(rank);
    }

    /// The rank of a pair, [`NO_RANK`] when it does not merge.
    #[inline]
    pub(crate) fn rank(&self, left: u32, right: u32) -> u32 {
        let key = key(left, right);
        let hash = self.hash(key);
        let (word, bits) = self.filter_bits(hash);
        if self.filter[word] & bits != bits {
            return NO_RANK;
        }
        let mut index = self.home(hash);
        loop {
            let slot = self.slots[index];
            if slot >> RANK_BITS == key && slot != EMPTY {
                #[expect(clippy::cast_possible_truncation, reason = "the lower bits are the rank")]
                return slot as u32 & ((1 << RANK_BITS) - 1);
            }
            if slot == EMPTY {
                return NO_RANK;
            }
            index = (index + 1) & (self.slots.len() - 1);
        }
    }

    /// The token that the merge of this rank makes.
    #[inline]
    pub(crate) fn product(&self, rank: u32) -> u32 {
        self.products[rank as usize]
    }

    /// The pairs by rank. Of equal pairs there is the last one only.
    pub(crate) fn pairs(&self) -> Vec<(u32, u32)> {
        let mut by_rank: Vec<(u64, u64)> = self
            .slots
            .iter()
            .filter(|slot| **slot != EMPTY)
            .map(|slot| (slot & RANK_MASK, slot >> RANK_BITS))
            .collect();
        by_rank.sort_unstable();
        #[expect(clippy::cast_possible_truncation, reason = "a key is two ids of 20 bits")]
        let sides = |key: u64| ((key >> ID_BITS) as u32, key as u32 & (ID_LIMIT - 1));
        by_rank.into_iter().map(|(_, key)| sides(key)).collect()
    }

    /// The number of merges.
    pub(crate) fn len(&self) -> usize {
        self.products.len()
    }

    fn hash(&self, key: u64) -> u64 {
        key.wrapping_mul(self.multiplier)
    }

    fn home(&self, hash: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "shifted down to the number of slots, which is a usize")]
        let home = (hash >> self.shift) as usize;
        home
    }

    /// The word of a pair in the filter and its bits there. The upper bits of the hash choose the word, bits from its middle the bits.
    fn filter_bits(&self, hash: u64) -> (usize, u64) {
        #[expect(clippy::cast_possible_truncation, reason = "shifted down to the number of words, which is a usize")]
        let word = (hash >> self.filter_shift) as usize;
        (word, 1 << (hash >> 26 & 63) | 1 << (hash >> 32 & 63))
    }
}

fn key(left: u32, right: u32) -> u64 {
    u64::from(left) << ID_BITS | u64::from(right)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn is_a_map_from_pairs_to_ranks(merges in prop::collection::vec((0..40_u32, 0..40_u32, 0..100_u32), 0..300)) {
            let merges: Vec<_> = merges.into_iter().map(|(left, right, product)| Merge { left, right, product }).collect();
            let table = PairTable::new(&merges).unwrap();
            let map: HashMap<_, _> = (0..).zip(&merges).map(|(rank, merge)| ((merge.left, merge.right), rank)).collect();
            for left in 0..40 {
                for right in 0..40 {
                    prop_assert_eq!(table.rank(left, right), map.get(&(left, right)).copied().unwrap_or(NO_RANK));
                }
            }
            prop_assert!((0..).zip(&merges).all(|(rank, merge)| table.product(rank) == merge.product));
            prop_assert_eq!(table.len(), merges.len());
            let mut by_rank: Vec<_> = map.iter().map(|(&pair, &rank)| (rank, pair)).collect();
            by_rank.sort_unstable();
            prop_assert_eq!(table.pairs(), by_rank.into_iter().map(|(_, pair)| pair).collect::<Vec<_>>());
        }
    }

    #[test]
    fn refuses_what_does_not_fit() {
        assert!(PairTable::new(&[Merge { left: ID_LIMIT, right: 0, product: 1 }]).is_err());
        let largest = ID_LIMIT - 1;
        let table = PairTable::new(&[Merge { left: largest, right: largest, product: u32::MAX }]).unwrap();
        assert_eq!(table.rank(largest, largest), 0);
        assert_eq!(table.product(0), u32::MAX);
        assert_eq!(table.rank(0, 0), NO_RANK);
    }
}
