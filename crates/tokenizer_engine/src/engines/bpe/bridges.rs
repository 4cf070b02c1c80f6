//! Where a word of a character-level BPE model can be cut without changing its ids.
//!
//! A merge that joins symbols across the border of two characters makes a token in which they stand side by side. So between two
//! characters that stand side by side in no token, no merge ever joins, and what is on both sides is encoded apart: ids of the
//! whole are those of the parts, in order. Both characters must be tokens themselves. One that is not becomes byte tokens or is fused
//! with unknown neighbours, which no token's text tells of; next to such a character nothing is cut.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::common_chars::{COMMON, number_of};

const BITS: usize = u64::BITS as usize;

/// The pairs of characters that stand side by side in some token.
pub(super) struct Bridges {
    /// One bit a pair of common characters: 32 KiB.
    common: Box<[[u64; COMMON / BITS]]>,
    others: HashSet<(char, char), RandomState>,
}

impl Bridges {
    pub(super) fn of<'a>(tokens: impl Iterator<Item = &'a str>) -> Self {
        let mut bridges =
            Self { common: vec![[0; COMMON / BITS]; COMMON].into_boxed_slice(), others: HashSet::default() };
        for token in tokens {
            for pair in token.chars().zip(token.chars().skip(1)) {
                bridges.insert(pair);
            }
        }
        bridges
    }

    fn insert(&mut self, pair: (char, char)) {
        match numbers_of(pair) {
            Some((left, right)) => self.common[left][right / BITS] |= 1 << (right % BITS),
            None => {
                self.others.insert(pair);
            }
        }
    }

    /// Whether some token holds the two characters side by side.
    pub(super) fn joins(&self, left: char, right: char) -> bool {
        match numbers_of((left, right)) {
            Some((left, right)) => self.common[left][right / BITS] >> (right % BITS) & 1 == 1,
            None => self.others.contains(&(left, right)),
        }
    }
}

fn numbers_of((left, right): (char, char)) -> Option<(usize, usize)> {
    Some((number_of(left)?, number_of(right)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_what_stands_side_by_side_in_a_token() {
        let bridges = Bridges::of(["▁the", "né", "a"].into_iter());
        for (pair, joined) in
            [(('▁', 't'), true), (('h', 'e'), true), (('n', 'é'), true), (('e', '▁'), false), (('a', 'a'), false)]
        {
            assert_eq!(bridges.joins(pair.0, pair.1), joined, "{pair:?}");
        }
    }
}
