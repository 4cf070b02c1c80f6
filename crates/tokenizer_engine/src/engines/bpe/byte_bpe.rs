use std::sync::{Arc, OnceLock};

use tokenizers_classic::Token;

use super::{
    byte_bridges::ByteBridges,
    byte_model::ByteModel,
    merge::{MergeScratch, merge},
    pair_table::PairTable,
    whole_chars::WholeChars,
    whole_words::WholeWords,
};
use crate::{
    byte_alphabet::append_spelled,
    engines::{EngineKind, ModelDetails, refusal::Refusal, word_engine::WordModel},
    error::{Error, Result},
    vocabulary::ByteVocabulary,
};

/// Byte-level BPE: a word's symbols are its bytes, or characters that are proved to come out of them.
pub(crate) struct ByteBpe {
    vocabulary: Arc<ByteVocabulary>,
    byte_ids: Box<[u32; 256]>,
    pairs: PairTable,
    whole_words: WholeWords,
    whole_chars: WholeChars,
    /// Made for the first long word; few texts have any.
    bridges: OnceLock<ByteBridges>,
}

/// Words of more bytes are merged part by part.
const LONG_WORD: usize = 64;

/// Working buffers of a word.
#[derive(Default)]
pub(crate) struct ByteBpeScratch {
    symbols: Vec<u32>,
    merge: MergeScratch,
}

impl ByteBpe {
    /// Builds the tables, or says why the model does not fit them.
    pub(crate) fn new(model: ByteModel) -> Result<Self, Refusal> {
        let ByteModel { vocabulary, merges, keeps_whole_words } = model;
        let byte_ids: Option<Box<[u32; 256]>> = vocabulary.byte_ids().and_then(|ids| ids.try_into().ok());
        let byte_ids = byte_ids.ok_or_else(|| Refusal("a byte has no token".to_owned()))?;
        let pairs = PairTable::new(&merges)?;
        let whole_words =
            if keeps_whole_words { WholeWords::All } else { WholeWords::prove(&merges, &byte_ids, &pairs) };
        let whole_chars = WholeChars::prove(&merges, &vocabulary, &byte_ids, &pairs);
        Ok(Self {
            vocabulary: Arc::new(vocabulary),
            byte_ids,
            pairs,
            whole_words,
            whole_chars,
            bridges: OnceLock::new(),
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

impl ByteBpe {
    fn bridges(&self) -> &ByteBridges {
        self.bridges.get_or_init(|| ByteBridges::of(&self.vocabulary))
    }

    fn merge_part(&self, part: &str, scratch: &mut ByteBpeScratch, out: &mut Vec<u32>) -> Result<()> {
        let ByteBpeScratch { symbols, merge: buffers } = scratch;
        symbols.clear();
        if part.is_ascii() {
            symbols.extend(part.bytes().map(|byte| self.byte_ids[usize::from(byte)]));
        } else {
            self.whole_chars.append(part, &self.byte_ids, symbols);
        }
        merge(&self.pairs, symbols, buffers)?;
        out.extend_from_slice(symbols);
        Ok(())
    }
}

impl WordModel for ByteBpe {
    type Scratch = ByteBpeScratch;

    const KIND: EngineKind = EngineKind::ByteBpe;

    const SPELLS_TEXT: bool = true;

    fn encode_word(&self, word: &str, scratch: &mut ByteBpeScratch, out: &mut Vec<u32>) -> Result<()> {
        if let Some(id) = self.vocabulary.id(word.as_bytes())
            && self.whole_words.contains(id)
        {
            out.push(id);
            return Ok(());
        }
        if word.len() <= LONG_WORD {
            return self.merge_part(word, scratch, out);
        }
        self.bridges().parts(word).try_for_each(|part| self.merge_part(part, scratch, out))
    }

    fn details(&self) -> ModelDetails<'_> {
        ModelDetails::Merges(self.pairs.pairs())
    }

    fn encodes_apart(&self, left: char, right: char) -> bool {
        // A part could be a token as a whole where the whole word is none, and would then be taken without its merges.
        !matches!(self.whole_words, WholeWords::All) && !self.bridges().join_characters(left, right)
    }

    fn prepare(&self) {
        self.bridges();
    }

    fn is_prepared(&self) -> bool {
        self.bridges.get().is_some()
    }

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        let mut bytes = Vec::with_capacity(word.len());
        let text = append_spelled(word, &mut bytes).and_then(|()| str::from_utf8(&bytes).ok());
        let text = text.ok_or_else(|| Error::encode(format!("{word:?} is not spelled in the byte alphabet")))?;
        let mut ids = Vec::new();
        self.encode_word(text, &mut ByteBpeScratch::default(), &mut ids)?;
        let mut start = 0;
        let token = |id: u32| {
            let spelled = self.vocabulary.id_to_token(id).unwrap_or_default().into_owned();
            let place = (start, start + spelled.len());
            start = place.1;
            Token::new(id, spelled, place)
        };
        Ok(ids.into_iter().map(token).collect())
    }
}
