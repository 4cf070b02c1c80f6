import { env } from 'node:process';
import { describeValue, invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';
import { OptionReader } from './option-reader.js';

/**
 * Which segments go first when the cache is full.
 *
 * - `'lru'`: those unused for longest; better as long as the budget covers the chats that are alive.
 * - `'tinylfu'`: those used least often; better when it does not.
 */
export type SegmentCacheEviction = 'lru' | 'tinylfu';

/** The segment cache that a tokenizer and its clones share. */
export interface SegmentCacheOptions {
  /**
   * Its budget in bytes, for text, ids and bookkeeping together; `0` means no cache. Default 64 MiB, or what the environment variable
   * `TOKENWELL_SEGMENT_CACHE_MIB` says (a whole number of MiB, `0` for no cache).
   */
  readonly maxBytes?: number | undefined;
  /** Which segments go first when it is full. Default `'lru'`. */
  readonly eviction?: SegmentCacheEviction | undefined;
}

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
}

/** {@link LoadOptions} as native code takes them. */
export interface ResolvedLoadOptions {
  readonly maxFileBytes: number;
  /** Absent for no cache. */
  readonly segmentCache?: ResolvedSegmentCache;
  readonly controlTokens: string[];
}

/** {@link SegmentCacheOptions} as native code takes them. */
export interface ResolvedSegmentCache {
  readonly maxBytes: number;
  readonly eviction: SegmentCacheEviction;
}

const MIB = 1024 * 1024;
const DEFAULT_MAX_FILE_BYTES = 256 * MIB;
const DEFAULT_SEGMENT_CACHE_MIB = 64;
const SEGMENT_CACHE_VARIABLE = 'TOKENWELL_SEGMENT_CACHE_MIB';

/** Checks {@link LoadOptions} and fills in their defaults; the environment is read at each load, and only where an option leaves it open. */
export function resolveLoadOptions(options: LoadOptions | undefined): ResolvedLoadOptions {
  const reader = new OptionReader('options', options, ['maxFileBytes', 'segmentCache', 'controlTokens']);
  const maxFileBytes = asNativeBytes(reader.bytes('maxFileBytes', 1, DEFAULT_MAX_FILE_BYTES));
  const controlTokens = checkControlTokens(reader.value('controlTokens'));
  const segmentCache = resolveSegmentCache(reader.value('segmentCache'));
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

/** Gives `undefined` for no cache. */
function resolveSegmentCache(options: unknown): ResolvedSegmentCache | undefined {
  if (options === false) return undefined;
  if (options !== undefined && (typeof options !== 'object' || options === null)) {
    throw invalidArgument('options.segmentCache', options, 'an object or false');
  }
  const reader = new OptionReader('options.segmentCache', options, ['maxBytes', 'eviction']);
  const eviction = reader.oneOf('eviction', ['lru', 'tinylfu'], 'lru');
  const maxBytes =
    reader.value('maxBytes') === undefined ? segmentCacheBytesOfEnvironment() : reader.bytes('maxBytes', 0, 0);
  return maxBytes === 0 ? undefined : { maxBytes: asNativeBytes(maxBytes), eviction };
}

function segmentCacheBytesOfEnvironment(): number {
  const value = env[SEGMENT_CACHE_VARIABLE];
  if (value === undefined) return DEFAULT_SEGMENT_CACHE_MIB * MIB;
  const bytes = /^\d+$/u.test(value) ? Number(value) * MIB : Number.NaN;
  if (Number.isSafeInteger(bytes)) return bytes;
  const message = `the environment variable ${SEGMENT_CACHE_VARIABLE} must be a whole number of MiB, 0 for no cache, but is ${describeValue(value)}`;
  throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
}

/** Native code takes whole numbers; the largest one that crosses exactly stands for no limit. */
function asNativeBytes(bytes: number): number {
  return Math.min(bytes, Number.MAX_SAFE_INTEGER);
}
