import { invalidArgument } from './argument-error.js';
import { settleSync } from './native-binding.js';
import { resolveEnabledSegmentCache, type SegmentCacheOptions } from './segment-cache-options.js';
import type { SegmentCacheStats } from './segment-cache-stats.js';
import { TokenizerDecoder } from './tokenizer-decoder.js';
import { isTokenizer, openNative } from './tokenizer-handle.js';
import type { Tokenizer } from './tokenizer.js';

/** What of {@link Tokenizer} has to do with its segment cache. */
export abstract class TokenizerCache extends TokenizerDecoder {
  /**
   * How the segment cache that this tokenizer and its clones share is doing, in a frozen object; `null` if it has none. All numbers are
   * those of one moment. It copies ten numbers and waits for no running call, so it may be called as often as a dashboard likes.
   *
   * @example
   * ```ts
   * const rate = tokenizer.segmentCacheStats()?.byteHitRate ?? 0;
   * ```
   */
  segmentCacheStats(): SegmentCacheStats | null {
    const native = openNative(this);
    const stats = settleSync(() => native.segmentCacheStats());
    return stats && Object.freeze(stats);
  }

  /**
   * Empties the segment cache, for all that share it. The counters of hits, misses and evictions go on. Without a cache it does nothing. It
   * takes time in proportion to the number of entries.
   *
   * @example
   * ```ts
   * tokenizer.clearSegmentCache();
   * const entries = tokenizer.segmentCacheStats()?.entries; // 0
   * ```
   */
  clearSegmentCache(): void {
    const native = openNative(this);
    settleSync(() => native.clearSegmentCache());
  }

  /**
   * Gives this tokenizer an empty segment cache of its own, whether it had one or not: with a budget in bytes, or with the options and
   * defaults of loading. Clones that exist keep what they have, clones made later share the new cache, and calls that are running end on
   * the old one. It costs next to nothing: memory is taken as the cache fills.
   *
   * @throws `ERR_INVALID_ARGUMENT` for a budget of 0 bytes, be it from the environment: no cache is {@link Tokenizer.disableSegmentCache}.
   * @throws `ERR_UNSUPPORTED` for a tokenizer with dropout, whose ids are random.
   *
   * @example
   * ```ts
   * const own = tokenizer.clone();
   * own.enableSegmentCache({ maxBytes: 16 * 1024 * 1024, eviction: 'tinylfu' });
   * own.enableSegmentCache(16 * 1024 * 1024); // evicts what is unused for longest
   * ```
   */
  enableSegmentCache(cache?: number | SegmentCacheOptions): void {
    const native = openNative(this);
    const resolved = resolveEnabledSegmentCache(cache);
    settleSync(() => native.enableSegmentCache(resolved));
  }

  /**
   * Leaves this tokenizer, and clones made later, without a segment cache. Clones that exist keep theirs; calls that are running end as
   * they began. The memory is freed with the last tokenizer and the last call that need it.
   *
   * @example
   * ```ts
   * const plain = tokenizer.clone();
   * plain.disableSegmentCache();
   * const stats = plain.segmentCacheStats(); // null
   * ```
   */
  disableSegmentCache(): void {
    const native = openNative(this);
    settleSync(() => native.disableSegmentCache());
  }

  /**
   * Makes this tokenizer use the segment cache of another one, or none if that has none. What it had itself is left behind, as with
   * {@link Tokenizer.disableSegmentCache}. On itself, or where both share a cache already, nothing changes.
   *
   * Both must have the same vocabulary: loaded from the same text (the bytes of a file, or an encoding's name), with the same control
   * tokens and the same tokens added since. Truncation and padding may differ, since they come after the cache. To compare takes time in
   * proportion to the number of added tokens.
   *
   * @throws `ERR_INVALID_ARGUMENT` if `other` is no tokenizer, or one of another vocabulary.
   * @throws `ERR_CLOSED` if `other` is closed.
   *
   * @example
   * ```ts
   * const again = await Tokenizer.fromEncoding('o200k_base');
   * const other = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
   * other.shareSegmentCacheFrom(again);
   * ```
   */
  shareSegmentCacheFrom(other: Tokenizer): void {
    const native = openNative(this);
    if (!isTokenizer(other)) throw invalidArgument('other', other, 'a Tokenizer');
    const source = openNative(other);
    settleSync(() => native.shareSegmentCacheFrom(source));
  }
}
