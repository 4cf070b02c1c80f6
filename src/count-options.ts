import { env } from 'node:process';
import { checkSignal } from './abort-listener.js';
import { describeValue } from './argument-error.js';
import { TokenwellError } from './errors.js';
import type { NativeCountOptions } from './native-binding.js';
import { OptionReader } from './option-reader.js';
import type { SpecialTokens } from './special-tokens.js';
import type { Keep } from './token-limit.js';

/** Options of `count` and `countBatch`. Their defaults count a text as written, without a template. */
export interface CountOptions {
  /** Whether the tokens that the tokenizer's template adds are counted too. Default `false`. */
  readonly addSpecialTokens?: boolean | undefined;
  /** What special tokens in the text count as. Default `'text'`. There is no `'throw'`: counting never fails on what a string contains. */
  readonly specialTokens?: Exclude<SpecialTokens, 'throw'> | undefined;
  /**
   * A longer text is not counted as a whole but estimated from windows that together have at most this length: UTF-16 units, or bytes for a
   * `Uint8Array`. `Infinity`: every text is counted exactly. Default 4,000,000, or what the environment variable `TOKENWELL_MAX_EXACT_CHARS`
   * says (a whole number from 1 up, or `Infinity`).
   */
  readonly maxExactChars?: number | undefined;
  /** Cancels the call: its promise rejects with the signal's reason at once, and native work stops soon after. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `countSync` and `countBatchSync`, which nothing can cancel. */
export type CountSyncOptions = Omit<CountOptions, 'signal'>;

/** Options of calls that never sample. */
export type ExactCountOptions = Omit<CountOptions, 'maxExactChars'>;

/** Options of `truncateToTokens`. */
export interface TruncateToTokensOptions extends ExactCountOptions {
  /** Which part of the text is kept. Default `'start'`. */
  readonly keep?: Keep | undefined;
}

/** {@link CountOptions} with their defaults. */
export interface ResolvedCountOptions {
  readonly native: NativeCountOptions;
  readonly maxExactChars: number;
  readonly signal: AbortSignal | undefined;
}

const SHARED_NAMES = ['addSpecialTokens', 'specialTokens'] as const;
const SYNC_NAMES = [...SHARED_NAMES, 'maxExactChars'] as const;
const EXACT_NAMES = [...SHARED_NAMES, 'signal'] as const;
const NAMES = [...SYNC_NAMES, 'signal'] as const;

const VARIABLE = 'TOKENWELL_MAX_EXACT_CHARS';
const DEFAULT_MAX_EXACT_CHARS = 4_000_000;
const ALLOWED = 'a whole number from 1 up, or Infinity';

const DEFAULTS: NativeCountOptions = Object.freeze({ addSpecialTokens: false, specialTokens: 'text' });

/** Checks {@link CountOptions} and fills in their defaults. */
export function resolveCountOptions(options: CountOptions | undefined): ResolvedCountOptions {
  const reader = new OptionReader('options', options, NAMES);
  return {
    native: nativeOptions(options, reader),
    maxExactChars: maxExactChars(reader),
    signal: checkSignal(reader.value('signal')),
  };
}

/** As {@link resolveCountOptions}, for calls that nothing can cancel. */
export function resolveCountSyncOptions(options: CountSyncOptions | undefined): ResolvedCountOptions {
  const reader = new OptionReader('options', options, SYNC_NAMES);
  return { native: nativeOptions(options, reader), maxExactChars: maxExactChars(reader), signal: undefined };
}

/** As {@link resolveCountOptions}, for calls that never sample. */
export function resolveExactCountOptions(options: ExactCountOptions | undefined): ResolvedCountOptions {
  return exactOptions(options, new OptionReader('options', options, EXACT_NAMES));
}

/** {@link TruncateToTokensOptions} with their defaults. */
export function resolveTruncateToTokensOptions(
  options: TruncateToTokensOptions | undefined,
): ResolvedCountOptions & { readonly keep: Keep } {
  const reader = new OptionReader('options', options, [...EXACT_NAMES, 'keep']);
  return { ...exactOptions(options, reader), keep: reader.oneOf('keep', ['start', 'end'], 'start') };
}

function exactOptions(options: unknown, reader: OptionReader<(typeof EXACT_NAMES)[number]>): ResolvedCountOptions {
  const signal = checkSignal(reader.value('signal'));
  return { native: nativeOptions(options, reader), maxExactChars: Number.POSITIVE_INFINITY, signal };
}

function nativeOptions(options: unknown, reader: OptionReader<(typeof SHARED_NAMES)[number]>): NativeCountOptions {
  if (options === undefined) return DEFAULTS;
  return {
    addSpecialTokens: reader.boolean('addSpecialTokens', false),
    specialTokens: reader.oneOf('specialTokens', ['match', 'text', 'literal'], 'text'),
  };
}

/** The environment is read at each call that leaves the option open, so that a wrong value shows at once. */
function maxExactChars(reader: OptionReader<'maxExactChars'>): number {
  const value = reader.value('maxExactChars');
  if (value === undefined) return maxExactCharsOfEnvironment();
  if (isLimit(value)) return value;
  throw reader.invalid('maxExactChars', ALLOWED);
}

function maxExactCharsOfEnvironment(): number {
  const value = env[VARIABLE];
  if (value === undefined) return DEFAULT_MAX_EXACT_CHARS;
  const limit = /^(?:\d+|Infinity)$/u.test(value) ? Number(value) : Number.NaN;
  if (isLimit(limit)) return limit;
  const message = `the environment variable ${VARIABLE} must be ${ALLOWED}, but is ${describeValue(value)}`;
  throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
}

function isLimit(value: unknown): value is number {
  return typeof value === 'number' && value >= 1 && (Number.isSafeInteger(value) || value === Number.POSITIVE_INFINITY);
}
