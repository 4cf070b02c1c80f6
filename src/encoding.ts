/**
 * What `encode` gives for one text or pair. Beside the ids there is only what the options ask for. All arrays are as long as `ids`
 * but for `offsets`, and all are yours: nothing else refers to their memory.
 */
export interface Encoding {
  /** The token ids, in order. */
  readonly ids: Uint32Array;
  /** The type of each token, as the template says: in most that know types, 0 for the first text of a pair and 1 for the second. */
  readonly typeIds?: Uint8Array;
  /** 1 for each token of text or template, 0 for each that padding filled in. */
  readonly attentionMask?: Uint8Array;
  /** 1 for each token that the template or padding added, 0 for each token of text, also where that is a special token. */
  readonly specialTokensMask?: Uint8Array;
  /**
   * Where each token stands in its text, as two numbers a token: `offsets[2 * i]` is its start and `offsets[2 * i + 1]` its end, so
   * that `text.slice(start, end)` is the text of token `i`. Units are UTF-16 units for a string and for `{ parts }` (as joined), and
   * bytes for a `Uint8Array`. In a pair they count from the start of the token's own text. `0, 0` for what a template or padding added.
   */
  readonly offsets?: Uint32Array;
  /**
   * What truncation cut off, in parts that are as long as `ids` may be, each with its own template and padding; empty where nothing was
   * cut. For a pair they are the combinations of the parts of both texts, so their number grows with the product.
   */
  readonly overflowing?: Encoding[];
}
