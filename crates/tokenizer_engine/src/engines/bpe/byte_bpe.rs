use std::sync::Arc;

use super::{
    byte_model::ByteModel,
    merge::{MergeScratch, merge},
    pair_table::PairTable,
};
use crate::{
    engines::{EngineKind, refusal::Refusal, word_engine::WordModel},
    error::Result,
    vocabulary::ByteVocabulary,
};

/// Byte-level BPE: a word's symbols are its bytes.
pub(crate) struct ByteBpe {
    vocabulary: Arc<ByteVocabulary>,
    byte_ids: Box<[u32; 256]>,
    pairs: PairTable,
    ignores_merges: bool,
}

/// Working buffers of a word.
#[derive(Default)]
pub(crate) struct ByteBpeScratch {
    symbols: Vec<u32>,
    merge: MergeScratch,
}

impl ByteBpe {
    /// Builds the tables, or says why the model does not fit them.
    pub(crate) fn new(model: ByteModel) -> Result<Self, Refusal> {
        let ByteModel { vocabulary, merges, ignores_merges } = model;
        let byte_ids = vocabulary.byte_ids().and_then(|ids| ids.try_into().ok());
        Ok(Self {
            byte_ids: byte_ids.ok_or_else(|| Refusal("a byte has no token".to_owned()))?,
            pairs: PairTable::new(&merges)?,
            vocabulary: Arc::new(vocabulary),
            ignores_merges,
        })
    }

    /// The vocabulary, to be shared.
    pub(crate) fn vocabulary(&self) -> &Arc<ByteVocabulary> {
        &self.vocabulary
    }

    /// The number of merges.
    pub(crate) fn merge_count(&self) -> usize {
        self.pairs.len()
    }
}

impl WordModel for ByteBpe {
    type Scratch = ByteBpeScratch;

    const KIND: EngineKind = EngineKind::ByteBpe;

    fn encode_word(&self, word: &str, scratch: &mut ByteBpeScratch, out: &mut Vec<u32>) -> Result<()> {
        if self.ignores_merges
            && let Some(id) = self.vocabulary.id(word.as_bytes())
        {
            out.push(id);
            return Ok(());
        }
        let ByteBpeScratch { symbols, merge: buffers } = scratch;
        symbols.clear();
        symbols.extend(word.bytes().map(|byte| self.byte_ids[usize::from(byte)]));
        merge(&self.pairs, symbols, buffers)?;
        out.extend_from_slice(symbols);
        Ok(())
    }
}
