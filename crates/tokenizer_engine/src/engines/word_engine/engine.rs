use std::borrow::Cow;

use tokenizers::pipeline::{PreTokenizerScratch, Span};
use tokenizers_classic::Token;

use super::{WordModel, word_cache::WordCache};
use crate::{
    engines::{Engine, EngineKind, ModelDetails, Position, scratch_pool::ScratchPool, splitter::Splitter},
    error::{Error, Result},
    words::Words,
};

/// A model of words behind a splitter and a cache of words.
pub(crate) struct WordEngine<M: WordModel> {
    model: M,
    splitter: Splitter,
    /// Put a space before a piece that does not begin with one, as `ByteLevel` does on request.
    adds_prefix_space: bool,
    scratch: ScratchPool<Scratch<M>>,
}

struct Scratch<M: WordModel> {
    splitter: PreTokenizerScratch,
    words: Vec<Span>,
    parts: Vec<Span>,
    cache: WordCache,
    model: M::Scratch,
    ids: Vec<u32>,
}

impl<M: WordModel> Scratch<M> {
    fn new() -> Self {
        Self {
            splitter: PreTokenizerScratch::default(),
            words: Vec::new(),
            parts: Vec::new(),
            cache: WordCache::new(),
            model: M::Scratch::default(),
            ids: Vec::new(),
        }
    }
}

impl<M: WordModel> WordEngine<M> {
    pub(crate) fn new(model: M, splitter: Splitter, adds_prefix_space: bool) -> Self {
        Self { model, splitter, adds_prefix_space, scratch: ScratchPool::new() }
    }

    fn space<'text>(&self, text: &'text str, position: Position) -> Result<Cow<'text, str>> {
        if self.adds_prefix_space && position != Position::GoesOn && !text.starts_with(' ') {
            return Ok(Cow::Owned(format!(" {text}")));
        }
        self.splitter.space(text, position)
    }

    fn encode_spaced(&self, text: &str, scratch: &mut Scratch<M>, out: &mut Vec<u32>) -> Result<()> {
        let Scratch { splitter, words, parts, cache, model, ids } = scratch;
        words.clear();
        self.splitter.split(text, splitter, words)?;
        if self.model.cuts() {
            parts.clear();
            for &word in &*words {
                self.model.cut(text, word, parts);
            }
            std::mem::swap(words, parts);
        }
        for word in &*words {
            let place = cache.place(text.as_bytes(), word.range());
            if !cache.append(text.as_bytes(), word.range(), place, out) {
                let word = word_of(text, *word)?;
                ids.clear();
                self.model.encode_word(word, model, ids)?;
                cache.put(word.as_bytes(), place, ids);
                out.extend_from_slice(ids);
            }
        }
        shrink(words, parts, ids);
        Ok(())
    }
}

impl<M: WordModel> Engine for WordEngine<M> {
    fn kind(&self) -> EngineKind {
        M::KIND
    }

    fn encode(&self, text: &str, position: Position, out: &mut Vec<u32>) -> Result<()> {
        let text = self.space(text, position)?;
        self.scratch.with(Scratch::new, |scratch| self.encode_spaced(&text, scratch, out))
    }

    fn encode_words(&self, text: &str, position: Position, words: &mut Words) -> Result<()> {
        let text = self.space(text, position)?;
        let mut scratch = M::Scratch::default();
        let mut spans = Vec::new();
        self.splitter.split(&text, &mut PreTokenizerScratch::default(), &mut spans)?;
        for span in spans {
            let word = word_of(&text, span)?;
            words.push_text(|ids| self.model.encode_word(word, &mut scratch, ids));
        }
        Ok(())
    }

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        self.model.tokenize(word)
    }

    fn details(&self) -> ModelDetails<'_> {
        self.model.details()
    }

    fn encodes_apart(&self, left: char, right: char) -> bool {
        self.model.encodes_apart(left, right)
    }

    fn spells_text(&self) -> bool {
        M::SPELLS_TEXT && !self.adds_prefix_space
    }

    fn prepare(&self) {
        self.model.prepare();
    }

    fn is_prompt(&self, text: &str) -> bool {
        self.model.is_prepared() && self.scratch.has_idle() && self.splitter.is_native_for(text)
    }
}

fn word_of(text: &str, word: Span) -> Result<&str> {
    text.get(word.range()).ok_or_else(|| Error::encode("a word ends within a character"))
}

/// Buffers that grew with one huge text are not kept for the next one.
fn shrink(words: &mut Vec<Span>, parts: &mut Vec<Span>, ids: &mut Vec<u32>) {
    const KEPT: usize = 1 << 20;
    if words.capacity() > KEPT {
        *words = Vec::new();
    }
    if parts.capacity() > KEPT {
        *parts = Vec::new();
    }
    if ids.capacity() > KEPT {
        *ids = Vec::new();
    }
}
