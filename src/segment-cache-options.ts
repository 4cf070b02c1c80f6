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
   * Its budget in bytes, for text, ids and bookkeeping together. When loading, `0` means no cache; `enableSegmentCache` refuses it. Default
   * 64 MiB, or what the environment variable `TOKENWELL_SEGMENT_CACHE_MIB` says (a whole number of MiB, `0` for no cache).
   */
  readonly maxBytes?: number | undefined;
  /** Which segments go first when it is full. Default `'lru'`. */
  readonly eviction?: SegmentCacheEviction | undefined;
}

/** {@link SegmentCacheOptions} as native code takes them. */
export interface ResolvedSegmentCache {
  readonly maxBytes: number;
  readonly eviction: SegmentCacheEviction;
}

const MIB = 1024 * 1024;
const DEFAULT_MIB = 64;
const VARIABLE = 'TOKENWELL_SEGMENT_CACHE_MIB';

/**
 * Checks the cache of a load and fills in its defaults; the environment is read at each load, and only where an option leaves it open.
 * Gives `undefined` for no cache.
 */
export function resolveSegmentCacheAtLoad(options: unknown): ResolvedSegmentCache | undefined {
  if (options === false) return undefined;
  if (options !== undefined && (typeof options !== 'object' || options === null)) {
    throw invalidArgument('options.segmentCache', options, 'an object or false');
  }
  const resolved = resolveSegmentCache('options.segmentCache', options, 0);
  return resolved.maxBytes === 0 ? undefined : resolved;
}

/** Checks what `enableSegmentCache` is given: a budget in bytes, or options. No budget is of 0 bytes here. */
export function resolveEnabledSegmentCache(cache: unknown): ResolvedSegmentCache {
  if (typeof cache === 'number') return resolveSegmentCache('cache', { maxBytes: checkBudget(cache) }, 1);
  if (cache !== undefined && (typeof cache !== 'object' || cache === null)) {
    throw invalidArgument('cache', cache, 'a number of bytes or an object');
  }
  const resolved = resolveSegmentCache('cache', cache, 1);
  if (resolved.maxBytes > 0) return resolved;
  const message = `a segment cache needs a budget, but the environment variable ${VARIABLE} is 0, which stands in for cache.maxBytes`;
  throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
}

/** A number that stands alone is no option, so its error names the argument itself. */
function checkBudget(bytes: number): number {
  if (bytes > 0 && (Number.isSafeInteger(bytes) || bytes === Number.POSITIVE_INFINITY)) return bytes;
  throw invalidArgument('cache', bytes, 'a whole number of bytes from 1 up, or Infinity');
}

function resolveSegmentCache(owner: string, options: unknown, leastBytes: number): ResolvedSegmentCache {
  const reader = new OptionReader(owner, options, ['maxBytes', 'eviction']);
  const eviction = reader.oneOf('eviction', ['lru', 'tinylfu'], 'lru');
  const maxBytes =
    reader.value('maxBytes') === undefined ? bytesOfEnvironment() : reader.bytes('maxBytes', leastBytes, 0);
  // Native code takes whole numbers; the largest one that crosses exactly stands for no limit.
  return { maxBytes: Math.min(maxBytes, Number.MAX_SAFE_INTEGER), eviction };
}

function bytesOfEnvironment(): number {
  const value = env[VARIABLE];
  if (value === undefined) return DEFAULT_MIB * MIB;
  const bytes = /^\d+$/u.test(value) ? Number(value) * MIB : Number.NaN;
  if (Number.isSafeInteger(bytes)) return bytes;
  const message = `the environment variable ${VARIABLE} must be a whole number of MiB, 0 for no cache, but is ${describeValue(value)}`;
  throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
}
