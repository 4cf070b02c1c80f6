import type { EngineName } from './engine-name.js';

/** What a tokenizer says of itself in one line of a log. */
export interface TokenizerSummary {
  /** The engine that serves it. */
  readonly engine: EngineName;
  /** The number of entries in its vocabulary, added tokens included. */
  readonly vocabSize: number;
}
