/** A frozen snapshot of a tokenizer's segment cache. All its numbers are those of one moment; byte sizes of text are UTF-8 bytes. */
export interface SegmentCacheStats {
  /** Segments that were found. */
  readonly hits: number;
  /** Segments that were not found and had to be tokenized. */
  readonly misses: number;
  /** Bytes of text in the segments that were found. */
  readonly hitBytes: number;
  /** Bytes of text in the segments that were not found. */
  readonly missBytes: number;
  /** Segments that the cache holds. */
  readonly entries: number;
  /** What the entries cost, in bytes: their text, their ids and the bookkeeping. */
  readonly bytes: number;
  /** The budget that `bytes` is held to. */
  readonly maxBytes: number;
  /** Segments that were dropped to keep the budget. */
  readonly evictions: number;
  /** `hits / (hits + misses)`, from 0 to 1; 0 before the first lookup. */
  readonly hitRate: number;
  /** `hitBytes / (hitBytes + missBytes)`, from 0 to 1; 0 before the first lookup. */
  readonly byteHitRate: number;
}
