import type { EngineName } from './engine-name.js';

/** What `inspect` tells about a tokenizer. Components are named as in tokenizer.json; `null` where there is none. */
export interface Inspection {
  /** The engine that serves it, as in `Tokenizer.engine`. */
  readonly engine: EngineName;
  /** Why this engine serves it, and whether its text is split into words by native code; in a sentence for people. */
  readonly reason: string;
  readonly model: {
    /** `BPE`, `WordPiece`, `Unigram` or `WordLevel`. */
    readonly type: string;
    /** Entries of the model's own vocabulary, which may hold the added tokens too. */
    readonly vocabSize: number;
    /** Number of merges; 0 for models that know none. */
    readonly merges: number;
  };
  /** In a few words. */
  readonly normalizer: string | null;
  /** In a few words. */
  readonly preTokenizer: string | null;
  /** In a few words. */
  readonly postProcessor: string | null;
  /** In a few words. */
  readonly decoder: string | null;
  /** How many tokens were added to the model's vocabulary, special ones included. */
  readonly addedTokens: number;
  /** How many of the added tokens are marked as special. */
  readonly specialTokens: number;
  /** Why `specialTokens: 'literal'` is `ERR_UNSUPPORTED` with this tokenizer, in a sentence for people; `null` where it is not. */
  readonly literal: string | null;
  /**
   * Where text may be cut into segments for the segment cache, besides at added tokens; in a sentence for people. Empty where only added
   * tokens cut.
   */
  readonly cuts: string;
  /** The truncation that the file asks for, with the file's own field names. */
  readonly truncation: Readonly<Record<string, unknown>> | null;
  /** The padding that the file asks for, with the file's own field names. */
  readonly padding: Readonly<Record<string, unknown>> | null;
}
