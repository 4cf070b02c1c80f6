import { checkSignal } from './abort-listener.js';
import { invalidArgument } from './argument-error.js';
import { OptionReader } from './option-reader.js';
import {
  type ResolvedSegmentCache,
  resolveSegmentCacheAtLoad,
  type SegmentCacheOptions,
} from './segment-cache-options.js';

/** Options of `fromEncoding`, `fromFile` and `fromJSON`. */
export interface LoadOptions {
  /** A larger file is refused with `ERR_TOKENIZER_INVALID` before it is read. Bytes; `Infinity` for no limit. Default 256 MiB. */
  readonly maxFileBytes?: number | undefined;
  /** The segment cache, or `false` for none. Default: a cache with the defaults of {@link SegmentCacheOptions}. */
  readonly segmentCache?: SegmentCacheOptions | false | undefined;
  /**
   * Contents of added tokens that are control tokens for `specialTokens: 'literal'` and `'throw'` (see {@link SpecialTokens}) though the
   * tokenizer does not mark them as special. One that is no added token is `ERR_INVALID_ARGUMENT`. Default: none, but those that the
   * chat template of a loaded folder uses always are.
   */
  readonly controlTokens?: readonly string[] | undefined;
  /** Cancels the call: its promise rejects with the signal's reason at once. A load that has begun is finished, and what it loaded is dropped. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of the loading functions that block, which nothing can cancel. */
export type LoadSyncOptions = Omit<LoadOptions, 'signal'>;

/** {@link LoadOptions} as native code takes them. */
export interface ResolvedLoadOptions {
  readonly maxFileBytes: number;
  /** Absent for no cache. */
  readonly segmentCache?: ResolvedSegmentCache;
  readonly controlTokens: string[];
}

const DEFAULT_MAX_FILE_BYTES = 256 * 1024 * 1024;

const SYNC_NAMES = ['maxFileBytes', 'segmentCache', 'controlTokens'] as const;
const NAMES = [...SYNC_NAMES, 'signal'] as const;

/** Checks {@link LoadOptions} and fills in their defaults. */
export function resolveLoadOptions(options: LoadOptions | undefined): {
  readonly native: ResolvedLoadOptions;
  readonly signal: AbortSignal | undefined;
} {
  const reader = new OptionReader('options', options, NAMES);
  return { native: read(reader), signal: checkSignal(reader.value('signal')) };
}

/** As {@link resolveLoadOptions}, for calls that nothing can cancel. */
export function resolveLoadSyncOptions(options: LoadSyncOptions | undefined): ResolvedLoadOptions {
  return read(new OptionReader('options', options, SYNC_NAMES));
}

function read(reader: OptionReader<(typeof SYNC_NAMES)[number]>): ResolvedLoadOptions {
  // Native code takes whole numbers; the largest one that crosses exactly stands for no limit.
  const maxFileBytes = Math.min(reader.bytes('maxFileBytes', 1, DEFAULT_MAX_FILE_BYTES), Number.MAX_SAFE_INTEGER);
  const controlTokens = checkControlTokens(reader.value('controlTokens'));
  const segmentCache = resolveSegmentCacheAtLoad(reader.value('segmentCache'));
  return { maxFileBytes, controlTokens, ...(segmentCache === undefined ? {} : { segmentCache }) };
}

function checkControlTokens(tokens: unknown): string[] {
  if (tokens === undefined) return [];
  if (!Array.isArray(tokens)) throw invalidArgument('options.controlTokens', tokens, 'an array of strings');
  return Array.from(tokens as readonly unknown[], (token, index) => {
    if (typeof token === 'string') return token;
    throw invalidArgument(`options.controlTokens[${index}]`, token, 'a string');
  });
}
