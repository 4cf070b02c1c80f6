use std::sync::Arc;

use segment_cache::{CacheConfig, CacheStats, SegmentCache};
use tokenizer_engine::{DecodeOptions, EngineKind, Inspection, Result, TokenizerEngine};

/// A tokenizer with an optional segment cache.
///
/// Cloning is cheap and shares both: the engine never changes, and what one clone caches the others find.
///
/// ```
/// use cached_tokenizer::{CacheConfig, CachedTokenizer, EncodeOptions, Eviction, SpecialTokens, TokenizerEngine};
///
/// let json = r#"{
///     "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2 } },
///     "pre_tokenizer": { "type": "Whitespace" }
/// }"#;
/// let cache = CacheConfig { max_bytes: 1 << 20, eviction: Eviction::Lru };
/// let tokenizer = CachedTokenizer::new(TokenizerEngine::from_json(json)?, Some(cache));
/// let options = EncodeOptions { add_special_tokens: true, special_tokens: SpecialTokens::Match };
///
/// assert_eq!(tokenizer.encode("hello new world", None, options)?.ids, [1, 0, 2]);
/// assert_eq!(tokenizer.clone().count("hello new world", options)?, 3);
/// assert_eq!(tokenizer.cache_stats().map(|stats| stats.hits), Some(1));
/// # Ok::<(), cached_tokenizer::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct CachedTokenizer {
    pub(crate) engine: Arc<TokenizerEngine>,
    pub(crate) cache: Option<Arc<SegmentCache>>,
}

impl CachedTokenizer {
    /// A tokenizer with a cache of its own, or without one.
    pub fn new(engine: TokenizerEngine, cache: Option<CacheConfig>) -> Self {
        let cache = cache.map(|config| Arc::new(SegmentCache::new(config)));
        Self { engine: Arc::new(engine), cache }
    }

    /// The engine that serves this tokenizer.
    pub fn engine(&self) -> EngineKind {
        self.engine.engine()
    }

    /// What the tokenizer is and why it is served by its engine.
    pub fn inspection(&self) -> &Inspection {
        self.engine.inspection()
    }

    /// The number of tokens, added ones included.
    pub fn vocab_size(&self) -> usize {
        self.engine.vocab_size()
    }

    /// Turns ids back into text.
    ///
    /// # Errors
    ///
    /// [`crate::Error::IdOutOfRange`] and [`crate::Error::Decode`].
    pub fn decode(&self, ids: &[u32], options: DecodeOptions) -> Result<String> {
        self.engine.decode(ids, options)
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
