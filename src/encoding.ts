/** What `encode` gives for one text or pair. */
export interface Encoding {
  /** The token ids, in order. It is yours: nothing else refers to its memory. */
  readonly ids: Uint32Array;
}
