import { get_encoding as getTiktoken } from 'tiktoken';
import { Tokenizer } from '../index.js';

/** One way to get the ids of a text. */
export interface Contender {
  readonly name: string;
  /** What a reader must know to compare it fairly. */
  readonly caveat: string;
  readonly encode: (text: string) => Uint32Array | Promise<Uint32Array>;
  readonly close: () => void;
}

/** The contender that ratios are stated against. */
export const BASELINE = 'tiktoken';

/** Every contender, on one vocabulary, with special tokens in the text treated as plain text. */
export async function loadContenders(encoding: 'o200k_base' | 'cl100k_base'): Promise<Contender[]> {
  const uncached = await Tokenizer.fromEncoding(encoding, { segmentCache: false });
  const cached = await Tokenizer.fromEncoding(encoding);
  const options = { specialTokens: 'text', addSpecialTokens: false } as const;
  return [
    tiktoken(encoding),
    {
      name: 'tokenwell sync, no cache',
      caveat:
        'blocks the thread, as tiktoken does; nothing is remembered between calls but what the engine keeps itself',
      encode: (text) => uncached.encodeSync(text, options).ids,
      close: () => uncached.close(),
    },
    {
      name: 'tokenwell async, no cache',
      caveat: 'the way it is meant to be used; the time includes the way to the other thread and back',
      encode: async (text) => (await uncached.encode(text, options)).ids,
      close: () => {},
    },
    {
      name: 'tokenwell async, warm cache',
      caveat: 'the same text again and again: the best case of the segment cache, not a typical one',
      encode: async (text) => (await cached.encode(text, options)).ids,
      close: () => cached.close(),
    },
  ];
}

/** npm `tiktoken`, called as its users call it, with special tokens as plain text. */
export function tiktoken(encoding: 'o200k_base' | 'cl100k_base'): Contender {
  const encoder = getTiktoken(encoding);
  return {
    name: BASELINE,
    caveat: 'WebAssembly build; blocks the thread, and keeps nothing between calls',
    encode: (text) => encoder.encode(text, [], []),
    close: () => encoder.free(),
  };
}
