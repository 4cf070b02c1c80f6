use std::{borrow::Cow, sync::Arc};

use serde_json::{Value, json};
use tokenizers::pipeline::{PreTokenizerScratch, Span};
use tokenizers_classic::PreTokenizerWrapper;

use super::{
    merge::{MergeScratch, merge},
    model::ByteModel,
    pair_table::PairTable,
    word_cache::WordCache,
};
use crate::{
    engines::{Engine, EngineKind, Position, refusal::Refusal, scratch_pool::ScratchPool, splitter::Splitter},
    error::Result,
    vocabulary::ByteVocabulary,
};

/// Byte-level BPE on tables of our own.
pub(crate) struct ByteBpe {
    vocabulary: Arc<ByteVocabulary>,
    byte_ids: Box<[u32; 256]>,
    pairs: PairTable,
    ignores_merges: bool,
    adds_prefix_space: bool,
    splitter: Splitter,
    scratch: ScratchPool<Scratch>,
}

struct Scratch {
    pre_tokenizer: PreTokenizerScratch,
    spans: Vec<Span>,
    words: WordCache,
    symbols: Vec<u32>,
    merge: MergeScratch,
}

impl Scratch {
    fn new() -> Self {
        Self {
            pre_tokenizer: PreTokenizerScratch::default(),
            spans: Vec::new(),
            words: WordCache::new(),
            symbols: Vec::new(),
            merge: MergeScratch::default(),
        }
    }
}

impl ByteBpe {
    /// Builds the engine, or says why the model or the pre-tokenizer is not for it.
    pub(crate) fn new(
        model: impl FnOnce() -> Result<ByteModel, Refusal>,
        pre_tokenizer: Option<&PreTokenizerWrapper>,
    ) -> Result<Self, Refusal> {
        // The pre-tokenizer first: it is small, and most files that are not for this engine are told by it.
        let ByteLevel { splits, adds_prefix_space } = byte_level(&serde_json::to_value(pre_tokenizer)?)?;
        let splitter = Splitter::new(&splits)?;
        let ByteModel { vocabulary, merges, ignores_merges } = model()?;
        let byte_ids = vocabulary.byte_ids().and_then(|ids| ids.try_into().ok());
        Ok(Self {
            byte_ids: byte_ids.ok_or_else(|| Refusal("a byte has no token".to_owned()))?,
            pairs: PairTable::new(&merges).ok_or_else(|| Refusal("the merges do not fit its tables".to_owned()))?,
            vocabulary: Arc::new(vocabulary),
            ignores_merges,
            adds_prefix_space,
            splitter,
            scratch: ScratchPool::new(),
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

    /// Why every text is split as 0.23 does, if so.
    pub(crate) fn split_refusal(&self) -> Option<&str> {
        self.splitter.refusal()
    }

    fn encode_piece(&self, text: &str, scratch: &mut Scratch, out: &mut Vec<u32>) -> Result<()> {
        let Scratch { pre_tokenizer, spans, words, symbols, merge } = scratch;
        spans.clear();
        self.splitter.split(text, pre_tokenizer, spans)?;
        let bytes = text.as_bytes();
        for span in spans {
            self.encode_word(&bytes[span.range()], words, symbols, merge, out)?;
        }
        Ok(())
    }

    #[inline]
    fn encode_word(
        &self,
        word: &[u8],
        words: &mut WordCache,
        symbols: &mut Vec<u32>,
        merge: &mut MergeScratch,
        out: &mut Vec<u32>,
    ) -> Result<()> {
        if let &[byte] = word {
            out.push(self.byte_ids[usize::from(byte)]);
            return Ok(());
        }
        let place = words.place(word);
        if let Some(ids) = words.get(word, &place) {
            out.extend_from_slice(ids);
            return Ok(());
        }
        self.merge_word(word, symbols, merge)?;
        words.put(word, &place, symbols);
        out.extend_from_slice(symbols);
        Ok(())
    }

    fn merge_word(&self, word: &[u8], symbols: &mut Vec<u32>, scratch: &mut MergeScratch) -> Result<()> {
        symbols.clear();
        if self.ignores_merges
            && let Some(id) = self.vocabulary.id(word)
        {
            symbols.push(id);
            return Ok(());
        }
        symbols.extend(word.iter().map(|&byte| self.byte_ids[usize::from(byte)]));
        merge(&self.pairs, symbols, scratch)
    }
}

impl Engine for ByteBpe {
    fn kind(&self) -> EngineKind {
        EngineKind::ByteBpe
    }

    fn encode(&self, text: &str, _: Position, out: &mut Vec<u32>) -> Result<()> {
        let text = if self.adds_prefix_space && !text.starts_with(' ') {
            Cow::Owned(format!(" {text}"))
        } else {
            Cow::Borrowed(text)
        };
        self.scratch.with(Scratch::new, |scratch| self.encode_piece(&text, scratch, out))
    }
}

/// A pre-tokenizer whose last step maps bytes to the alphabet, taken apart.
struct ByteLevel {
    /// What is done before the bytes are mapped, as a pre-tokenizer that only splits.
    splits: Value,
    adds_prefix_space: bool,
}

/// Takes a pre-tokenizer apart. `ByteLevel` must come last: what comes behind it would see the alphabet instead of the text.
fn byte_level(pre_tokenizer: &Value) -> Result<ByteLevel, Refusal> {
    match kind(pre_tokenizer) {
        "ByteLevel" => Ok(ByteLevel {
            splits: regex_split(pre_tokenizer).unwrap_or_default(),
            adds_prefix_space: flag(pre_tokenizer, "add_prefix_space"),
        }),
        "Sequence" => {
            let members = pre_tokenizer.get("pretokenizers").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let Some((last, before)) = members.split_last().filter(|(last, _)| kind(last) == "ByteLevel") else {
                return Err(Refusal("the pre-tokenizer does not end with ByteLevel".to_owned()));
            };
            if flag(last, "add_prefix_space") {
                return Err(Refusal("a prefix space would go before every part of the sequence".to_owned()));
            }
            // Any other member only splits.
            if let Some(other) =
                before.iter().map(kind).find(|kind| ["ByteLevel", "Metaspace", "Sequence"].contains(kind))
            {
                return Err(Refusal(format!("{other} stands before the last ByteLevel")));
            }
            let members: Vec<Value> = before.iter().cloned().chain(regex_split(last)).collect();
            let splits =
                if members.is_empty() { Value::Null } else { json!({ "type": "Sequence", "pretokenizers": members }) };
            Ok(ByteLevel { splits, adds_prefix_space: false })
        }
        _ => Err(Refusal("the pre-tokenizer is not ByteLevel".to_owned())),
    }
}

fn kind(pre_tokenizer: &Value) -> &str {
    pre_tokenizer.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn flag(pre_tokenizer: &Value, name: &str) -> bool {
    pre_tokenizer.get(name).and_then(Value::as_bool).unwrap_or(true)
}

/// The regex that `ByteLevel` splits by, unless it is told not to.
fn regex_split(byte_level: &Value) -> Option<Value> {
    let regex = bitcannon::regexes::GPT2;
    flag(byte_level, "use_regex")
        .then(|| json!({ "type": "Split", "pattern": { "Regex": regex }, "behavior": "Isolated", "invert": false }))
}
