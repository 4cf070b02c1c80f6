//! Which tokens come out whole when their own bytes are merged. A word that is such a token needs no merging.
//!
//! Not every token does: another merge of lower rank may cut across it. The proof goes by rank. Let one merge make the token of two parts
//! that come out whole themselves, each by merges of lower rank. While the parts are being built, the token comes out whole unless a
//! merge joins the last symbol of the left part with the first of the right one, at a moment when both are there. Those symbols are
//! known: the last symbols of the left part are the tokens down its right edge, the first ones of the right part those down its left edge,
//! each replaced by the next one at the rank of the merge that makes it. So a walk up both edges, a few look-ups a token, decides.
//!
//! Where the conditions do not hold, such as for a token that several merges make, nothing is proved and the word is merged.

use super::pair_table::{Merge, NO_RANK, PairTable};

const BITS: usize = u64::BITS as usize;

/// The tokens that come out whole, a bit an id.
pub(super) enum WholeWords {
    /// All of them: the model says so, or the vocabulary was made by a rule that implies it.
    All,
    /// Those whose bit is set.
    Proved(Vec<u64>),
}

impl WholeWords {
    /// Proves what can be proved. `byte_ids` are the symbols that words begin with.
    pub(super) fn prove(merges: &[Merge], byte_ids: &[u32; 256], pairs: &PairTable) -> Self {
        let mut proof = Proof::new(merges, byte_ids, pairs);
        for (rank, merge) in (0..).zip(merges) {
            if proof.comes_out_whole(rank, merge) {
                proof.set(merge.product);
            }
        }
        Self::Proved(proof.whole)
    }

    /// Whether this token is proved to come out whole.
    #[inline]
    pub(super) fn contains(&self, id: u32) -> bool {
        match self {
            Self::All => true,
            Self::Proved(bits) => has(bits, id),
        }
    }
}

/// How a token is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It is a byte, or it is not made at all.
    None,
    /// By the merge of this rank alone.
    Merge(u32),
    Several,
}

struct Proof<'m> {
    merges: &'m [Merge],
    pairs: &'m PairTable,
    origins: Vec<Origin>,
    whole: Vec<u64>,
    /// The edges of the two parts, from their byte upwards: a token, and the rank at which the next one replaces it.
    left_edge: Vec<(u32, u32)>,
    right_edge: Vec<(u32, u32)>,
}

impl<'m> Proof<'m> {
    fn new(merges: &'m [Merge], byte_ids: &[u32; 256], pairs: &'m PairTable) -> Self {
        let largest = merges.iter().map(|merge| merge.product.max(merge.left).max(merge.right)).max().unwrap_or(0);
        let length = largest as usize + 1;
        let mut origins = vec![Origin::None; length];
        for (rank, merge) in (0..).zip(merges) {
            let origin = &mut origins[merge.product as usize];
            *origin = if *origin == Origin::None { Origin::Merge(rank) } else { Origin::Several };
        }
        let whole = vec![0; length.div_ceil(BITS)];
        let mut proof = Self { merges, pairs, origins, whole, left_edge: Vec::new(), right_edge: Vec::new() };
        // A byte that is also made by a merge would be two things at once; then nothing is proved of it.
        for &id in byte_ids.iter().filter(|&&id| (id as usize) < length) {
            if proof.origins[id as usize] == Origin::None {
                proof.set(id);
            }
        }
        proof
    }

    fn set(&mut self, id: u32) {
        self.whole[id as usize / BITS] |= 1 << (id as usize % BITS);
    }

    fn comes_out_whole(&mut self, rank: u32, merge: &Merge) -> bool {
        let Merge { left, right, product } = *merge;
        self.origins[product as usize] == Origin::Merge(rank)
            // Of equal pairs only the last one counts.
            && self.pairs.rank(left, right) == rank
            && [left, right].iter().all(|&part| has(&self.whole, part) && self.is_made_before(part, rank))
            && !self.is_cut_across(left, right)
    }

    fn is_made_before(&self, id: u32, rank: u32) -> bool {
        match self.origins[id as usize] {
            Origin::None => true,
            Origin::Merge(made) => made < rank,
            Origin::Several => false,
        }
    }

    /// Whether a merge joins the two parts before both are whole.
    fn is_cut_across(&mut self, left: u32, right: u32) -> bool {
        let (mut left_edge, mut right_edge) =
            (std::mem::take(&mut self.left_edge), std::mem::take(&mut self.right_edge));
        self.climb(left, |merge| merge.right, &mut left_edge);
        self.climb(right, |merge| merge.left, &mut right_edge);
        let is_cut = self.edges_meet(&left_edge, &right_edge);
        (self.left_edge, self.right_edge) = (left_edge, right_edge);
        is_cut
    }

    /// The tokens down one edge of a token, the byte first, each with the rank at which the next one replaces it.
    fn climb(&self, top: u32, down: impl Fn(&Merge) -> u32, edge: &mut Vec<(u32, u32)>) {
        edge.clear();
        let (mut id, mut replaced_at) = (top, NO_RANK);
        loop {
            edge.push((id, replaced_at));
            let Origin::Merge(rank) = self.origins[id as usize] else { break };
            (id, replaced_at) = (down(&self.merges[rank as usize]), rank);
        }
        edge.reverse();
    }

    fn edges_meet(&self, left_edge: &[(u32, u32)], right_edge: &[(u32, u32)]) -> bool {
        let (mut left_at, mut right_at) = (0, 0);
        while (left_at, right_at) != (left_edge.len() - 1, right_edge.len() - 1) {
            let ((left, left_until), (right, right_until)) = (left_edge[left_at], right_edge[right_at]);
            let rank = self.pairs.rank(left, right);
            // Of equal ranks the leftmost pair merges first: one within the left part before this one, this one before one within the
            // right part.
            if rank < left_until && rank <= right_until && rank != NO_RANK {
                return true;
            }
            if left_until <= right_until {
                left_at += 1;
            } else {
                right_at += 1;
            }
        }
        false
    }
}

fn has(bits: &[u64], id: u32) -> bool {
    bits.get(id as usize / BITS).is_some_and(|word| word >> (id as usize % BITS) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::merge::{MergeScratch, merge},
        *,
    };

    const LETTERS: u32 = 4;

    /// Letters 0 to 3 and merges of tokens that exist so far; a product may stand for a text that another one stands for too.
    fn merges() -> impl Strategy<Value = Vec<Merge>> {
        prop::collection::vec((0..100_u32, 0..100_u32), 1..30).prop_map(|pairs| {
            let merge = |(rank, (left, right)): (u32, (u32, u32))| {
                let known = LETTERS + rank;
                Merge { left: left % known, right: right % known, product: known }
            };
            (0..).zip(pairs).map(merge).collect()
        })
    }

    fn letters_of(id: u32, merges: &[Merge]) -> Vec<u32> {
        match merges.iter().find(|merge| merge.product == id) {
            None => vec![id],
            Some(merge) => [letters_of(merge.left, merges), letters_of(merge.right, merges)].concat(),
        }
    }

    proptest! {
        #[test]
        fn what_is_proved_comes_out_whole(merges in merges()) {
            let byte_ids: [u32; 256] = std::array::from_fn(|byte| u32::try_from(byte).unwrap() % LETTERS);
            let pairs = PairTable::new(&merges).unwrap();
            let whole = WholeWords::prove(&merges, &byte_ids, &pairs);
            let mut proved = 0;
            for id in merges.iter().map(|merge| merge.product) {
                let mut symbols = letters_of(id, &merges);
                if symbols.len() > 400 {
                    continue;
                }
                merge(&pairs, &mut symbols, &mut MergeScratch::default()).unwrap();
                prop_assert!(!whole.contains(id) || symbols == [id], "token {} merges to {:?}", id, symbols);
                proved += u32::from(whole.contains(id));
            }
            // The first merge joins two letters, and nothing can come before it.
            prop_assert!(proved > 0 || merges.iter().skip(1).any(|later| (later.left, later.right) == (merges[0].left, merges[0].right)));
        }
    }

    #[test]
    fn a_token_that_another_merge_cuts_is_not_whole() {
        let byte_ids: [u32; 256] = std::array::from_fn(|byte| u32::try_from(byte).unwrap());
        let merge = |left, right, product| Merge { left, right, product };
        let [a, b, c] = [b'a', b'b', b'c'].map(u32::from);
        // "bc" comes first, so "ab" and "c" never stand side by side in "abc".
        let merges = [merge(b, c, 256), merge(a, b, 257), merge(257, c, 258)];
        let whole = WholeWords::prove(&merges, &byte_ids, &PairTable::new(&merges).unwrap());
        assert_eq!([a, 256, 257, 258, 259].map(|id| whole.contains(id)), [true, true, true, false, false]);
        assert!(WholeWords::All.contains(258));
    }
}
