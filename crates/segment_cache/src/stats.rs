/// What a cache did and holds, at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CacheStats {
    /// Lookups that found their segment.
    pub hits: u64,
    /// Lookups that did not.
    pub misses: u64,
    /// UTF-8 bytes of text found.
    pub hit_bytes: u64,
    /// UTF-8 bytes of text not found.
    pub miss_bytes: u64,
    /// Segments held.
    pub entries: u64,
    /// Bytes charged for the segments held.
    pub bytes: u64,
    /// The budget in bytes.
    pub max_bytes: u64,
    /// Segments that made room, or were not admitted, since the cache was made.
    pub evictions: u64,
}

impl CacheStats {
    /// The share of lookups that hit: 0 before the first lookup.
    pub fn hit_rate(&self) -> f64 {
        share(self.hits, self.misses)
    }

    /// The share of looked-up bytes that hit: 0 before the first lookup.
    pub fn byte_hit_rate(&self) -> f64 {
        share(self.hit_bytes, self.miss_bytes)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 53 bits")]
fn share(part: u64, rest: u64) -> f64 {
    if part == 0 { 0.0 } else { part as f64 / (part as f64 + rest as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_zero_before_the_first_lookup() {
        assert!(share(0, 0).abs() < f64::EPSILON);
        assert!((share(3, 1) - 0.75).abs() < f64::EPSILON);
    }
}
