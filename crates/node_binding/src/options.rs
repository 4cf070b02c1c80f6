use cached_tokenizer::{CacheConfig, DecodeOptions, Eviction, UnknownIds};
use napi_derive::napi;

use crate::error::{Failure, Outcome};

/// How ids are decoded.
#[napi(object)]
pub struct NativeDecodeOptions {
    pub skip_special_tokens: bool,
    pub skip_unknown_ids: bool,
}

/// A segment cache.
#[napi(object)]
pub struct NativeSegmentCacheOptions {
    /// Its budget in bytes.
    pub max_bytes: f64,
    /// `lru` or `tinylfu`.
    pub eviction: String,
}

/// How a tokenizer is loaded.
#[napi(object)]
pub struct NativeLoadOptions {
    /// The largest file that is read, in bytes.
    pub max_file_bytes: f64,
    /// None for no segment cache.
    pub segment_cache: Option<NativeSegmentCacheOptions>,
    /// Added tokens that are control tokens though they are not special.
    pub control_tokens: Vec<String>,
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
        self.segment_cache.as_ref().map(NativeSegmentCacheOptions::config).transpose()
    }
}

impl NativeSegmentCacheOptions {
    pub(crate) fn config(&self) -> Outcome<CacheConfig> {
        let eviction = one_of("eviction", &self.eviction, &[("lru", Eviction::Lru), ("tinylfu", Eviction::TinyLfu)])?;
        Ok(CacheConfig { max_bytes: whole_number("maxBytes", self.max_bytes)?, eviction })
    }
}

/// The value that a name stands for.
pub(crate) fn one_of<T: Copy>(option: &str, name: &str, known: &[(&str, T)]) -> Outcome<T> {
    let found = known.iter().find(|(candidate, _)| *candidate == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<String> = known.iter().map(|(name, _)| format!("{name:?}")).collect();
        Failure::Argument(format!("{option}: {name:?} is none of {}", names.join(", ")))
    })
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
