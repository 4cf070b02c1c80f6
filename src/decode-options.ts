import { checkSignal } from './abort-listener.js';
import { OptionReader } from './option-reader.js';

/** Options of `decode`. */
export interface DecodeOptions {
  /** Leaves out the tokens that the tokenizer marks as special. Default `false`: the text says all that the ids say. */
  readonly skipSpecialTokens?: boolean | undefined;
  /** What an id does that the vocabulary does not have: `'throw'` is `ERR_ID_OUT_OF_RANGE`, `'skip'` leaves it out. Default `'throw'`. */
  readonly unknownIds?: 'throw' | 'skip' | undefined;
  /** Cancels the call: its promise rejects with the signal's reason at once. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `decodeSync` and `decodeStream`, which nothing can cancel. */
export type DecodeSyncOptions = Omit<DecodeOptions, 'signal'>;

/** {@link DecodeOptions} as native code takes them. */
export interface ResolvedDecodeOptions {
  readonly skipSpecialTokens: boolean;
  readonly skipUnknownIds: boolean;
}

const SYNC_NAMES = ['skipSpecialTokens', 'unknownIds'] as const;
const NAMES = [...SYNC_NAMES, 'signal'] as const;

/** Checks {@link DecodeOptions} and fills in their defaults. */
export function resolveDecodeOptions(
  options: DecodeOptions | undefined,
): ResolvedDecodeOptions & { readonly signal: AbortSignal | undefined } {
  const reader = new OptionReader('options', options, NAMES);
  return { ...read(reader), signal: checkSignal(reader.value('signal')) };
}

/** As {@link resolveDecodeOptions}, for calls that nothing can cancel. */
export function resolveDecodeSyncOptions(options: DecodeSyncOptions | undefined): ResolvedDecodeOptions {
  return read(new OptionReader('options', options, SYNC_NAMES));
}

function read(reader: OptionReader<(typeof SYNC_NAMES)[number]>): ResolvedDecodeOptions {
  return {
    skipSpecialTokens: reader.boolean('skipSpecialTokens', false),
    skipUnknownIds: reader.oneOf('unknownIds', ['throw', 'skip'], 'throw') === 'skip',
  };
}
