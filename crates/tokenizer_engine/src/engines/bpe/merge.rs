//! Merging by rank: the pair of lowest rank first, the leftmost of equals, until no pair merges.
//!
//! A short word is scanned for its lowest rank before each merge, in arrays that fit into a few cache lines. That is quadratic, so a
//! long word takes a heap and a linked list instead, and stays near linear for a megabyte of one letter.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::pair_table::{NO_RANK, PairTable};
use crate::error::{Error, Result};

/// Above this many symbols the heap wins (measured on real words and on random letters).
const LONGEST_SCAN: usize = 96;

/// A word of more symbols is refused: its buffers would take several gigabytes, which a system that promises more memory than it has grants
/// and then ends the process for.
const MOST_SYMBOLS: usize = 1 << 27;

/// Working buffers of a merge.
#[derive(Default)]
pub(crate) struct MergeScratch {
    ranks: Vec<u32>,
    links: Vec<Link>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
}

/// The neighbours of a symbol that is still there.
#[derive(Clone, Copy)]
struct Link {
    previous: u32,
    next: u32,
}

/// The end of the list on either side.
const END: u32 = u32::MAX;

/// Merges the symbols in place.
///
/// # Errors
///
/// [`Error::OutOfMemory`] when the buffers for a long word cannot be allocated, or would be too large.
pub(crate) fn merge(pairs: &PairTable, symbols: &mut Vec<u32>, scratch: &mut MergeScratch) -> Result<()> {
    if symbols.len() <= LONGEST_SCAN {
        merge_by_scan(pairs, symbols, &mut scratch.ranks);
        return Ok(());
    }
    merge_by_heap(pairs, symbols, scratch)
}

fn merge_by_scan(pairs: &PairTable, symbols: &mut Vec<u32>, ranks: &mut Vec<u32>) {
    ranks.clear();
    ranks.extend(symbols.windows(2).map(|pair| pairs.rank(pair[0], pair[1])));
    while let Some((at, rank)) = lowest(ranks) {
        symbols[at] = pairs.product(rank);
        close_gap(symbols, at + 1);
        close_gap(ranks, at);
        if at > 0 {
            ranks[at - 1] = pairs.rank(symbols[at - 1], symbols[at]);
        }
        if at < ranks.len() {
            ranks[at] = pairs.rank(symbols[at], symbols[at + 1]);
        }
    }
}

/// The first position of the lowest rank, unless no pair merges.
fn lowest(ranks: &[u32]) -> Option<(usize, u32)> {
    let mut lowest = (0, NO_RANK);
    for (at, &rank) in ranks.iter().enumerate() {
        if rank < lowest.1 {
            lowest = (at, rank);
        }
    }
    (lowest.1 != NO_RANK).then_some(lowest)
}

/// Removes one element. A loop, as the few elements behind it are moved faster than a general copy is called.
fn close_gap(values: &mut Vec<u32>, at: usize) {
    for index in at + 1..values.len() {
        values[index - 1] = values[index];
    }
    values.pop();
}

fn merge_by_heap(pairs: &PairTable, symbols: &mut Vec<u32>, scratch: &mut MergeScratch) -> Result<()> {
    prepare(pairs, symbols, scratch)?;
    let MergeScratch { ranks, links, heap } = scratch;
    while let Some(Reverse((rank, position))) = heap.pop() {
        let at = position as usize;
        // What the heap holds may be out of date: a neighbour has merged since, and the pair's rank is another one.
        if ranks[at] != rank {
            continue;
        }
        let right = links[at].next;
        let after = links[right as usize].next;
        symbols[at] = pairs.product(rank);
        links[at].next = after;
        ranks[right as usize] = NO_RANK;
        if after == END {
            ranks[at] = NO_RANK;
        } else {
            links[after as usize].previous = position;
            update(ranks, heap, position, pairs.rank(symbols[at], symbols[after as usize]));
        }
        let previous = links[at].previous;
        if previous != END {
            update(ranks, heap, previous, pairs.rank(symbols[previous as usize], symbols[at]));
        }
    }
    compact(symbols, links);
    shrink(scratch);
    Ok(())
}

fn prepare(pairs: &PairTable, symbols: &[u32], scratch: &mut MergeScratch) -> Result<()> {
    let length = symbols.len();
    let bytes = length.saturating_mul(size_of::<u32>() + size_of::<Link>() + size_of::<Reverse<(u32, u32)>>());
    let too_long = |_| Error::OutOfMemory { bytes };
    let end = u32::try_from(length).ok().filter(|_| length <= MOST_SYMBOLS).ok_or(Error::OutOfMemory { bytes })?;
    let MergeScratch { ranks, links, heap } = scratch;
    ranks.clear();
    ranks.try_reserve(length).map_err(too_long)?;
    ranks.extend(symbols.windows(2).map(|pair| pairs.rank(pair[0], pair[1])));
    ranks.push(NO_RANK);
    links.clear();
    links.try_reserve(length).map_err(too_long)?;
    links.extend((0..end).map(|index| Link {
        previous: index.checked_sub(1).unwrap_or(END),
        next: if index + 1 == end { END } else { index + 1 },
    }));
    heap.clear();
    heap.try_reserve(length).map_err(too_long)?;
    heap.extend(
        (0..end).zip(&*ranks).filter(|&(_, &rank)| rank != NO_RANK).map(|(index, &rank)| Reverse((rank, index))),
    );
    Ok(())
}

fn update(ranks: &mut [u32], heap: &mut BinaryHeap<Reverse<(u32, u32)>>, position: u32, rank: u32) {
    ranks[position as usize] = rank;
    if rank != NO_RANK {
        heap.push(Reverse((rank, position)));
    }
}

/// Moves the symbols that are left to the front.
fn compact(symbols: &mut Vec<u32>, links: &[Link]) {
    let mut kept = 0;
    let mut position = 0;
    while position != END {
        symbols[kept] = symbols[position as usize];
        kept += 1;
        position = links[position as usize].next;
    }
    symbols.truncate(kept);
}

/// A word of a megabyte is rare; its buffers are not kept for the next one.
fn shrink(scratch: &mut MergeScratch) {
    const KEPT_SYMBOLS: usize = 1 << 16;
    if scratch.links.capacity() > KEPT_SYMBOLS {
        *scratch = MergeScratch::default();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::pair_table::Merge, *};

    /// So simple that it is unlikely to be wrong: look at every pair, merge the first of the lowest, begin again.
    fn naive(merges: &[Merge], symbols: &[u32]) -> Vec<u32> {
        let mut symbols = symbols.to_vec();
        let rank_of = |left, right| merges.iter().rposition(|merge| (merge.left, merge.right) == (left, right));
        loop {
            let lowest = (1..symbols.len()).filter_map(|at| Some((rank_of(symbols[at - 1], symbols[at])?, at))).min();
            let Some((rank, at)) = lowest else { return symbols };
            symbols[at - 1] = merges[rank].product;
            symbols.remove(at);
        }
    }

    fn merges() -> impl Strategy<Value = Vec<Merge>> {
        prop::collection::vec((0..8_u32, 0..8_u32), 0..20).prop_map(|pairs| {
            // Each merge makes a new symbol, and later merges may use those of earlier ones.
            let merge = |(rank, (left, right)): (u32, (u32, u32))| Merge {
                left: left % (4 + rank),
                right: right % (4 + rank),
                product: 4 + rank,
            };
            (0..).zip(pairs).map(merge).collect()
        })
    }

    proptest! {
        #[test]
        fn scan_and_heap_equal_the_naive_merge(merges in merges(), symbols in prop::collection::vec(0..4_u32, 1..150)) {
            let pairs = PairTable::new(&merges).unwrap();
            let expected = naive(&merges, &symbols);
            let mut scratch = MergeScratch::default();
            let mut scanned = symbols.clone();
            merge_by_scan(&pairs, &mut scanned, &mut scratch.ranks);
            prop_assert_eq!(&scanned, &expected);
            let mut heaped = symbols;
            merge_by_heap(&pairs, &mut heaped, &mut scratch).unwrap();
            prop_assert_eq!(&heaped, &expected);
        }
    }

    #[test]
    fn a_long_run_of_one_letter_merges_to_the_largest_tokens() {
        // 1 = aa, 2 = aaaa, 3 = eight letters.
        let doubling = [0, 1, 2].map(|half| Merge { left: half, right: half, product: half + 1 });
        let pairs = PairTable::new(&doubling).unwrap();
        let mut symbols = vec![0; 100_003];
        merge(&pairs, &mut symbols, &mut MergeScratch::default()).unwrap();
        assert_eq!(symbols.len(), 12_500 + 2);
        assert_eq!(symbols[12_499..], [3, 1, 0]);
    }

    #[test]
    fn a_word_that_would_take_gigabytes_is_refused() {
        let pairs = PairTable::new(&[]).unwrap();
        let mut symbols = vec![0; MOST_SYMBOLS + 1];
        let error = merge(&pairs, &mut symbols, &mut MergeScratch::default()).unwrap_err();
        assert!(matches!(error, Error::OutOfMemory { .. }), "{error}");
    }
}
