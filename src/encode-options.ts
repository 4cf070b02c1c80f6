import { checkSignal } from './abort-listener.js';
import type { NativeEncodeOptions } from './native-binding.js';
import { OptionReader } from './option-reader.js';
import { type PaddingOptions, resolvePadding } from './padding-options.js';
import type { SpecialTokens } from './special-tokens.js';
import { resolveTruncation, type TruncationOptions } from './truncation-options.js';

/** Options of `encode` and `encodeBatch`. Nothing but ids is made unless it is asked for. */
export interface EncodeOptions {
  /** Whether the tokenizer's template adds its special tokens, such as `[CLS]` and `[SEP]`. Default `true`. */
  readonly addSpecialTokens?: boolean | undefined;
  /** What special tokens in the text become. Default `'match'`. */
  readonly specialTokens?: SpecialTokens | undefined;
  /** Cuts long encodings; `null`: nothing is cut. Default: `Tokenizer.truncation`. */
  readonly truncation?: TruncationOptions | null | undefined;
  /** Fills up short encodings; `null`: nothing is filled up. Default: `Tokenizer.padding`. */
  readonly padding?: PaddingOptions | null | undefined;
  /** Whether {@link Encoding.typeIds} is made. Default `false`. */
  readonly typeIds?: boolean | undefined;
  /** Whether {@link Encoding.attentionMask} is made. Default `false`. */
  readonly attentionMask?: boolean | undefined;
  /** Whether {@link Encoding.specialTokensMask} is made. Default `false`. */
  readonly specialTokensMask?: boolean | undefined;
  /** Whether {@link Encoding.offsets} are made. Default `false`: they take nothing from the segment cache and cost more than the ids. */
  readonly offsets?: boolean | undefined;
  /** Whether {@link Encoding.overflowing} is made. Default `false`: what truncation cuts off is dropped. */
  readonly overflowing?: boolean | undefined;
  /** Cancels the call: its promise rejects with the signal's reason at once, and native work stops soon after. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `encodeSync` and `encodeBatchSync`, which nothing can cancel. */
export type EncodeSyncOptions = Omit<EncodeOptions, 'signal'>;

/** {@link EncodeOptions} with their defaults. */
export interface ResolvedEncodeOptions {
  readonly native: NativeEncodeOptions;
  readonly signal: AbortSignal | undefined;
}

const SYNC_NAMES = [
  'addSpecialTokens',
  'specialTokens',
  'truncation',
  'padding',
  'typeIds',
  'attentionMask',
  'specialTokensMask',
  'offsets',
  'overflowing',
] as const;
const NAMES = [...SYNC_NAMES, 'signal'] as const;

/** Checks {@link EncodeOptions} and fills in their defaults. */
export function resolveEncodeOptions(options: EncodeOptions | undefined): ResolvedEncodeOptions {
  if (options === undefined) return { native: DEFAULTS, signal: undefined };
  const reader = new OptionReader('options', options, NAMES);
  return { native: read(reader), signal: checkSignal(reader.value('signal')) };
}

/** As {@link resolveEncodeOptions}, for calls that nothing can cancel. */
export function resolveEncodeSyncOptions(options: EncodeSyncOptions | undefined): NativeEncodeOptions {
  return options === undefined ? DEFAULTS : read(new OptionReader('options', options, SYNC_NAMES));
}

function read(reader: OptionReader<(typeof SYNC_NAMES)[number]>): NativeEncodeOptions {
  return {
    addSpecialTokens: reader.boolean('addSpecialTokens', true),
    specialTokens: reader.oneOf('specialTokens', ['match', 'text', 'literal', 'throw'], 'match'),
    ...truncationFields(reader.value('truncation')),
    ...paddingFields(reader.value('padding')),
    typeIds: reader.boolean('typeIds', false),
    attentionMask: reader.boolean('attentionMask', false),
    specialTokensMask: reader.boolean('specialTokensMask', false),
    offsets: reader.boolean('offsets', false),
    overflowing: reader.boolean('overflowing', false),
  };
}

function truncationFields(value: unknown): Pick<NativeEncodeOptions, 'truncation' | 'noTruncation'> {
  if (value === undefined) return { noTruncation: false };
  const truncation = resolveTruncation(value, 'options.truncation');
  return truncation === null ? { noTruncation: true } : { truncation, noTruncation: false };
}

function paddingFields(value: unknown): Pick<NativeEncodeOptions, 'padding' | 'noPadding'> {
  if (value === undefined) return { noPadding: false };
  const padding = resolvePadding(value, 'options.padding');
  return padding === null ? { noPadding: true } : { padding, noPadding: false };
}

/** What most calls use, made once. */
const DEFAULTS: NativeEncodeOptions = Object.freeze(read(new OptionReader('options', undefined, SYNC_NAMES)));
