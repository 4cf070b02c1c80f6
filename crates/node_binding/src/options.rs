use cached_tokenizer::{CacheConfig, DecodeOptions, EncodeOptions, Eviction, SpecialTokens, UnknownIds};
use napi_derive::napi;

use crate::error::{Failure, Outcome};

/// How a text is encoded or counted.
#[napi(object)]
#[derive(Clone)]
pub struct NativeEncodeOptions {
    pub add_special_tokens: bool,
    /// `match` or `text`.
    pub special_tokens: String,
}

/// How ids are decoded.
#[napi(object)]
pub struct NativeDecodeOptions {
    pub skip_special_tokens: bool,
    pub skip_unknown_ids: bool,
}

/// How a tokenizer is loaded.
#[napi(object)]
pub struct NativeLoadOptions {
    /// The largest file that is read, in bytes.
    pub max_file_bytes: f64,
    /// The budget of the segment cache in bytes; 0 for no cache.
    pub segment_cache_bytes: f64,
    /// `lru` or `tinylfu`.
    pub eviction: String,
}

impl NativeEncodeOptions {
    pub(crate) fn resolve(&self) -> Outcome<EncodeOptions> {
        let special_tokens = match self.special_tokens.as_str() {
            "match" => SpecialTokens::Match,
            "text" => SpecialTokens::Text,
            other => {
                return Err(Failure::Argument(format!("specialTokens: {other:?} is neither \"match\" nor \"text\"")));
            }
        };
        Ok(EncodeOptions { add_special_tokens: self.add_special_tokens, special_tokens })
    }
}

impl NativeDecodeOptions {
    pub(crate) fn resolve(&self) -> DecodeOptions {
        DecodeOptions {
            skip_special_tokens: self.skip_special_tokens,
            unknown_ids: if self.skip_unknown_ids { UnknownIds::Skip } else { UnknownIds::Reject },
        }
    }
}

impl NativeLoadOptions {
    pub(crate) fn max_file_bytes(&self) -> Outcome<u64> {
        whole_number("maxFileBytes", self.max_file_bytes)
    }

    pub(crate) fn cache_config(&self) -> Outcome<Option<CacheConfig>> {
        let eviction = match self.eviction.as_str() {
            "lru" => Eviction::Lru,
            "tinylfu" => Eviction::TinyLfu,
            other => return Err(Failure::Argument(format!("eviction: {other:?} is neither \"lru\" nor \"tinylfu\""))),
        };
        let max_bytes = whole_number("segmentCacheBytes", self.segment_cache_bytes)?;
        Ok((max_bytes > 0).then_some(CacheConfig { max_bytes, eviction }))
    }
}

/// A whole number that JavaScript can hold exactly; infinity stands for no limit.
fn whole_number(name: &str, value: f64) -> Outcome<u64> {
    const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;
    if value == f64::INFINITY {
        return Ok(u64::MAX);
    }
    if !(0.0..=MAX_SAFE_INTEGER).contains(&value) || value.fract() != 0.0 {
        return Err(Failure::Argument(format!("{name}: {value} is not a whole number from 0 to {MAX_SAFE_INTEGER}")));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked just above")]
    Ok(value as u64)
}
