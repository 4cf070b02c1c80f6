import { OptionReader } from './option-reader.js';

/** Options of `decode`. */
export interface DecodeOptions {
  /** Leaves out the tokens that the tokenizer marks as special. Default `false`: the text says all that the ids say. */
  readonly skipSpecialTokens?: boolean | undefined;
  /** What an id does that the vocabulary does not have: `'throw'` is `ERR_ID_OUT_OF_RANGE`, `'skip'` leaves it out. Default `'throw'`. */
  readonly unknownIds?: 'throw' | 'skip' | undefined;
}

/** {@link DecodeOptions} as native code takes them. */
export interface ResolvedDecodeOptions {
  readonly skipSpecialTokens: boolean;
  readonly skipUnknownIds: boolean;
}

const NAMES = ['skipSpecialTokens', 'unknownIds'] as const;

/** Checks {@link DecodeOptions} and fills in their defaults. */
export function resolveDecodeOptions(options: DecodeOptions | undefined): ResolvedDecodeOptions {
  const reader = new OptionReader('options', options, NAMES);
  return {
    skipSpecialTokens: reader.boolean('skipSpecialTokens', false),
    skipUnknownIds: reader.oneOf('unknownIds', ['throw', 'skip'], 'throw') === 'skip',
  };
}
