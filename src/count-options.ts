import type { NativeCountOptions } from './native-binding.js';
import { OptionReader } from './option-reader.js';
import type { SpecialTokens } from './special-tokens.js';

/** Options of `count` and `countBatch`. Their defaults count a text as written, without a template. */
export interface CountOptions {
  /** Whether the tokens that the tokenizer's template adds are counted too. Default `false`. */
  readonly addSpecialTokens?: boolean | undefined;
  /** What special tokens in the text count as. Default `'text'`. There is no `'throw'`: counting never fails on what a string contains. */
  readonly specialTokens?: Exclude<SpecialTokens, 'throw'> | undefined;
}

const NAMES = ['addSpecialTokens', 'specialTokens'] as const;

const DEFAULTS: NativeCountOptions = Object.freeze({ addSpecialTokens: false, specialTokens: 'text' });

/** Checks {@link CountOptions} and fills in their defaults. */
export function resolveCountOptions(options: CountOptions | undefined): NativeCountOptions {
  if (options === undefined) return DEFAULTS;
  const reader = new OptionReader('options', options, NAMES);
  return {
    addSpecialTokens: reader.boolean('addSpecialTokens', false),
    specialTokens: reader.oneOf('specialTokens', ['match', 'text', 'literal'], 'text'),
  };
}
