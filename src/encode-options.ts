import { OptionReader } from './option-reader.js';

/**
 * What to do with special tokens (such as `<|endoftext|>` or `[CLS]`) that stand in the text.
 *
 * - `'match'`: they become their own id, as the Rust crate `tokenizers` does it.
 * - `'text'`: tokens that the tokenizer marks as special are plain text; other added tokens still match.
 *
 * Text that a user wrote should be counted and encoded with `'text'`: it cannot then smuggle in a control token.
 */
export type SpecialTokens = 'match' | 'text';

/** Options of `encode` and `encodeBatch`. */
export interface EncodeOptions {
  /** Whether the tokenizer's template adds its special tokens, such as `[CLS]` and `[SEP]`. Default `true`. */
  readonly addSpecialTokens?: boolean | undefined;
  /** What special tokens in the text become. Default `'match'`. */
  readonly specialTokens?: SpecialTokens | undefined;
}

/** Options of `count` and `countBatch`. Their defaults count a text as written, without a template. */
export interface CountOptions {
  /** Whether the tokens that the tokenizer's template adds are counted too. Default `false`. */
  readonly addSpecialTokens?: boolean | undefined;
  /** What special tokens in the text count as. Default `'text'`. */
  readonly specialTokens?: SpecialTokens | undefined;
}

/** {@link EncodeOptions} or {@link CountOptions} as native code takes them. */
export interface ResolvedEncodeOptions {
  readonly addSpecialTokens: boolean;
  readonly specialTokens: SpecialTokens;
}

const NAMES = ['addSpecialTokens', 'specialTokens'] as const;

const ENCODE_DEFAULTS: ResolvedEncodeOptions = Object.freeze({ addSpecialTokens: true, specialTokens: 'match' });
const COUNT_DEFAULTS: ResolvedEncodeOptions = Object.freeze({ addSpecialTokens: false, specialTokens: 'text' });

/** Checks {@link EncodeOptions} and fills in their defaults. */
export function resolveEncodeOptions(options: EncodeOptions | undefined): ResolvedEncodeOptions {
  return resolve(options, ENCODE_DEFAULTS);
}

/** Checks {@link CountOptions} and fills in their defaults. */
export function resolveCountOptions(options: CountOptions | undefined): ResolvedEncodeOptions {
  return resolve(options, COUNT_DEFAULTS);
}

function resolve(options: unknown, defaults: ResolvedEncodeOptions): ResolvedEncodeOptions {
  if (options === undefined) return defaults;
  const reader = new OptionReader('options', options, NAMES);
  return {
    addSpecialTokens: reader.boolean('addSpecialTokens', defaults.addSpecialTokens),
    specialTokens: reader.oneOf('specialTokens', ['match', 'text'], defaults.specialTokens),
  };
}
