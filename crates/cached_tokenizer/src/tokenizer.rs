use std::sync::Arc;

use segment_cache::{CacheConfig, CacheStats, SegmentCache};
use tokenizer_engine::{
    AddedToken, DecodeOptions, DecodeStream, EngineKind, Error, Inspection, Padding, Result, TokenizerEngine,
    Truncation,
};

use crate::call::CallSettings;

/// What a token takes with all that is kept of it: growth of RSS in eight real vocabularies from 30,000 to 260,000 tokens, 70 to 260 bytes a token.
const BYTES_OF_TOKEN: usize = 110;

/// A tokenizer with an optional segment cache.
///
/// Cloning is cheap and shares both: the engine never changes, and what one clone caches the others find. Truncation and padding are each
/// clone's own; they come after the cache.
///
/// ```
/// use cached_tokenizer::{CacheConfig, CachedTokenizer, CountOptions, EncodeOptions, Eviction, TokenizerEngine};
///
/// let json = r#"{
///     "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2 } },
///     "pre_tokenizer": { "type": "Whitespace" }
/// }"#;
/// let cache = CacheConfig { max_bytes: 1 << 20, eviction: Eviction::Lru };
/// let tokenizer = CachedTokenizer::new(TokenizerEngine::from_json(json)?, Some(cache));
///
/// assert_eq!(tokenizer.encode("hello new world", None, &EncodeOptions::default())?.ids, [1, 0, 2]);
/// assert_eq!(tokenizer.clone().count("hello new world", CountOptions::default())?, 3);
/// assert_eq!(tokenizer.cache_stats().map(|stats| stats.hits), Some(1));
/// # Ok::<(), cached_tokenizer::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct CachedTokenizer {
    pub(crate) engine: Arc<TokenizerEngine>,
    pub(crate) cache: Option<Arc<SegmentCache>>,
    truncation: Option<Truncation>,
    /// Shared, as it holds a token's text.
    padding: Option<Arc<Padding>>,
    pub(crate) call: CallSettings,
}

impl CachedTokenizer {
    /// A tokenizer with a cache of its own, or without one. There is never one where the ids of a text differ from call to call.
    pub fn new(engine: TokenizerEngine, cache: Option<CacheConfig>) -> Self {
        let cache = cache.filter(|_| !engine.is_random());
        let cache = cache.map(|config| Arc::new(SegmentCache::new(config)));
        let (truncation, padding) = (engine.truncation().copied(), engine.padding().cloned().map(Arc::new));
        Self { engine: Arc::new(engine), cache, truncation, padding, call: CallSettings::default() }
    }

    /// A clone whose calls run in a certain way.
    #[must_use]
    pub fn for_calls(&self, call: CallSettings) -> Self {
        Self { call, ..self.clone() }
    }

    /// The truncation in force unless a call has its own: at first the file's.
    pub fn truncation(&self) -> Option<&Truncation> {
        self.truncation.as_ref()
    }

    /// Sets the truncation of this clone alone.
    pub fn set_truncation(&mut self, truncation: Option<Truncation>) {
        self.truncation = truncation;
    }

    /// The padding in force unless a call has its own: at first the file's.
    pub fn padding(&self) -> Option<&Padding> {
        self.padding.as_deref()
    }

    /// Sets the padding of this clone alone.
    pub fn set_padding(&mut self, padding: Option<Padding>) {
        self.padding = padding.map(Arc::new);
    }

    /// The engine that serves this tokenizer.
    pub fn engine(&self) -> EngineKind {
        self.engine.engine()
    }

    /// What the tokenizer is and why it is served by its engine.
    pub fn inspection(&self) -> Inspection {
        self.engine.inspection()
    }

    /// The number of tokens, added ones included.
    pub fn vocab_size(&self) -> usize {
        self.engine.vocab_size()
    }

    /// About what the vocabulary takes in memory, without the cache.
    pub fn vocabulary_bytes(&self) -> usize {
        BYTES_OF_TOKEN * self.vocab_size()
    }

    /// What this tokenizer is made of, to be asked about its vocabulary.
    pub fn engine_ref(&self) -> &Arc<TokenizerEngine> {
        &self.engine
    }

    /// This tokenizer with more added tokens, and how many of them are new or have other flags than before. Unless that is none, it has a fresh
    /// cache of the same budget: what the old one holds was split without the new tokens. Other clones keep the old vocabulary and cache.
    ///
    /// # Errors
    ///
    /// [`crate::Error::EmptyAddedToken`] for one that is empty once it is normalized, and [`crate::Error::Encode`] when the normalizer fails on
    /// one.
    pub fn with_added_tokens(&self, tokens: impl IntoIterator<Item = AddedToken>) -> Result<(Self, usize)> {
        let (engine, count) = self.engine.with_added_tokens(tokens)?;
        if count == 0 {
            return Ok((self.clone(), 0));
        }
        let cache = self.cache.as_ref().map(|cache| Arc::new(cache.fork()));
        Ok((Self { engine: Arc::new(engine), cache, ..self.clone() }, count))
    }

    /// Takes over another tokenizer's vocabulary and cache; truncation and padding stay.
    pub fn adopt(&mut self, other: &Self) {
        self.engine = Arc::clone(&other.engine);
        self.cache.clone_from(&other.cache);
    }

    /// The tokenizer as a tokenizer.json, with the truncation and padding in force.
    ///
    /// # Errors
    ///
    /// As [`TokenizerEngine::to_json`].
    pub fn to_json(&self) -> Result<String> {
        self.engine.to_json(self.truncation(), self.padding())
    }

    /// A text that is decoded id by id.
    pub fn decode_stream(&self, options: DecodeOptions) -> DecodeStream {
        DecodeStream::new(Arc::clone(&self.engine), options)
    }

    /// Turns ids back into text.
    ///
    /// # Errors
    ///
    /// [`crate::Error::IdOutOfRange`] and [`crate::Error::Decode`].
    pub fn decode(&self, ids: &[u32], options: DecodeOptions) -> Result<String> {
        self.engine.decode(ids, options)
    }

    /// Gives this tokenizer an empty cache of its own, whatever it had before; its clones keep theirs.
    ///
    /// # Errors
    ///
    /// [`Error::RandomOutput`] when the ids of a text differ from call to call, so that there is nothing to keep.
    pub fn enable_cache(&mut self, config: CacheConfig) -> Result<()> {
        if self.engine.is_random() {
            return Err(Error::RandomOutput);
        }
        self.cache = Some(Arc::new(SegmentCache::new(config)));
        Ok(())
    }

    /// Leaves this tokenizer without a cache; its clones keep theirs.
    pub fn disable_cache(&mut self) {
        self.cache = None;
    }

    /// Shares the cache of another tokenizer of the same vocabulary, or has none if the other has none.
    ///
    /// # Errors
    ///
    /// [`Error::OtherVocabulary`] when the ids of a text could differ: the two were loaded from different files, or one has added tokens that the
    /// other has not.
    pub fn share_cache_from(&mut self, other: &Self) -> Result<()> {
        if !self.engine.is_same(&other.engine) {
            return Err(Error::OtherVocabulary);
        }
        self.cache.clone_from(&other.cache);
        Ok(())
    }

    /// Whether this and another tokenizer have the same cache, or none.
    pub fn has_cache_of(&self, other: &Self) -> bool {
        self.cache.as_ref().map(Arc::as_ptr) == other.cache.as_ref().map(Arc::as_ptr)
    }

    /// What the cache did and holds; `None` without a cache.
    pub fn cache_stats(&self) -> Option<CacheStats> {
        self.cache.as_ref().map(|cache| cache.stats())
    }

    /// Empties the cache, for every tokenizer that shares it.
    pub fn clear_cache(&self) {
        if let Some(cache) = &self.cache {
            cache.clear();
        }
    }
}
