use cached_tokenizer::CacheStats;
use napi_derive::napi;

/// What a segment cache did and holds, at one moment.
#[napi(object)]
pub struct NativeSegmentCacheStats {
    pub hits: f64,
    pub misses: f64,
    pub hit_bytes: f64,
    pub miss_bytes: f64,
    pub entries: f64,
    pub bytes: f64,
    pub max_bytes: f64,
    pub evictions: f64,
    pub hit_rate: f64,
    pub byte_hit_rate: f64,
}

impl From<CacheStats> for NativeSegmentCacheStats {
    #[expect(
        clippy::cast_precision_loss,
        reason = "a JavaScript number counts exactly up to 2^53, which no counter here reaches"
    )]
    fn from(stats: CacheStats) -> Self {
        Self {
            hits: stats.hits as f64,
            misses: stats.misses as f64,
            hit_bytes: stats.hit_bytes as f64,
            miss_bytes: stats.miss_bytes as f64,
            entries: stats.entries as f64,
            bytes: stats.bytes as f64,
            max_bytes: stats.max_bytes as f64,
            evictions: stats.evictions as f64,
            hit_rate: stats.hit_rate(),
            byte_hit_rate: stats.byte_hit_rate(),
        }
    }
}
