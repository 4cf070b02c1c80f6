//! Which tokens come out whole when their own bytes are merged. A word that is such a token needs no merging.
//!
//! Not every token does: another merge of lower rank may cut across it. So the proof is to merge every token once while the model is
//! loaded, on all cores.

use std::thread;

use super::{
    merge::{MergeScratch, merge},
    pair_table::PairTable,
};
use crate::{error::Result, vocabulary::ByteVocabulary};

const BITS: usize = u64::BITS as usize;

/// The tokens that come out whole, a bit an id.
pub(super) enum WholeWords {
    /// All of them: the model says so, or the vocabulary was made by a rule that implies it.
    All,
    /// Those whose bit is set.
    Proved(Vec<u64>),
}

impl WholeWords {
    /// Merges every token.
    ///
    /// # Errors
    ///
    /// [`crate::Error::OutOfMemory`] for a token so long that its buffers cannot be allocated.
    pub(super) fn prove(vocabulary: &ByteVocabulary, byte_ids: &[u32; 256], pairs: &PairTable) -> Result<Self> {
        let mut bits = vec![0_u64; vocabulary.id_bound().div_ceil(BITS)];
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let share = bits.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..)
                .zip(bits.chunks_mut(share))
                .map(|(number, bits)| {
                    let first_id = number * share * BITS;
                    scope.spawn(move || prove_range(vocabulary, byte_ids, pairs, first_id, bits))
                })
                .collect();
            // A worker that panics is a fault of ours; the panic goes on in the caller.
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })?;
        Ok(Self::Proved(bits))
    }

    /// Whether this token comes out whole.
    #[inline]
    pub(super) fn contains(&self, id: u32) -> bool {
        match self {
            Self::All => true,
            Self::Proved(bits) => {
                let index = id as usize;
                bits.get(index / BITS).is_some_and(|word| word >> (index % BITS) & 1 == 1)
            }
        }
    }
}

fn prove_range(
    vocabulary: &ByteVocabulary,
    byte_ids: &[u32; 256],
    pairs: &PairTable,
    first_id: usize,
    bits: &mut [u64],
) -> Result<()> {
    let mut symbols = Vec::new();
    let mut scratch = MergeScratch::default();
    for index in 0..bits.len() * BITS {
        let Ok(id) = u32::try_from(first_id + index) else { break };
        symbols.clear();
        symbols.extend(vocabulary.token(id).iter().map(|&byte| byte_ids[usize::from(byte)]));
        merge(pairs, &mut symbols, &mut scratch)?;
        if symbols[..] == [id] {
            bits[index / BITS] |= 1 << (index % BITS);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{super::pair_table::Merge, *};

    #[test]
    fn a_token_that_another_merge_cuts_is_not_whole() {
        let mut vocabulary = ByteVocabulary::with_capacity(300);
        for byte in 0..=u8::MAX {
            vocabulary.insert_bytes(&[byte], byte.into()).unwrap();
        }
        for (token, id) in [(&b"bc"[..], 256), (b"ab", 257), (b"abc", 258), (b"xy", 300)] {
            vocabulary.insert_bytes(token, id).unwrap();
        }
        let byte_ids: [u32; 256] = std::array::from_fn(|byte| u32::try_from(byte).unwrap());
        let merge = |left: u8, right: u8, product| Merge { left: left.into(), right: right.into(), product };
        // "bc" comes first, so "ab" and "c" never stand side by side in "abc".
        let merges =
            [merge(b'b', b'c', 256), merge(b'a', b'b', 257), Merge { left: 257, right: b'c'.into(), product: 258 }];
        let whole = WholeWords::prove(&vocabulary, &byte_ids, &PairTable::new(&merges).unwrap()).unwrap();
        assert_eq!(
            [b'a'.into(), 256, 257, 258, 299, 300].map(|id| whole.contains(id)),
            [true, true, true, false, false, false]
        );
        assert!(WholeWords::All.contains(258));
    }
}
