import { describeValue } from '../../argument-error.js';
import type { CountOptions } from '../../count-options.js';
import type { SegmentCacheEviction } from '../../segment-cache-options.js';
import { CommandError } from '../command-error.js';
import type { PoolOrder } from './clone-pool.js';

/** Whether the copies share one cache, have one each, or none. */
export type ReplayCache = 'shared' | 'separate' | 'none';

/** What `replay` is asked for beyond the traffic and the tokenizer. */
export interface ReplaySettings {
  readonly copies: number;
  readonly clients: number;
  readonly order: PoolOrder;
  readonly cache: ReplayCache;
  /** The budget of each cache; `undefined` for the default. */
  readonly cacheBytes: number | undefined;
  readonly eviction: SegmentCacheEviction;
  readonly specialTokens: NonNullable<CountOptions['specialTokens']>;
  /** Only so many of the requests, the first ones; `undefined` for all. */
  readonly requests: number | undefined;
  readonly plain: boolean;
  readonly encode: boolean;
  /** Where to write a digest of the ids of each request; `undefined` for nowhere. */
  readonly digests: string | undefined;
}

/** The options of `replay`, as the parser of arguments takes them. */
export const REPLAY_OPTIONS = {
  'cache-mib': { type: 'string' },
  clients: { type: 'string' },
  copies: { type: 'string' },
  digests: { type: 'string' },
  encode: { type: 'boolean' },
  eviction: { type: 'string' },
  'no-cache': { type: 'boolean' },
  order: { type: 'string' },
  plain: { type: 'boolean' },
  requests: { type: 'string' },
  separate: { type: 'boolean' },
  'special-tokens': { type: 'string' },
} as const;

type Values = Readonly<Record<string, unknown>>;

const MIB = 1024 * 1024;
const MAX_COPIES = 10_000;
const MAX_REQUESTS = 1_000_000_000;

/** Reads the options of `replay` from parsed arguments. */
export function readReplaySettings(values: Values): ReplaySettings {
  const copies = wholeNumber(values, 'copies', MAX_COPIES) ?? 1;
  const digests = values['digests'] as string | undefined;
  return {
    copies,
    clients: wholeNumber(values, 'clients', MAX_COPIES) ?? copies,
    order: oneOf(values, 'order', ['fifo', 'lifo'], 'fifo'),
    cache: cacheOf(values),
    cacheBytes: cacheBytesOf(values),
    eviction: oneOf(values, 'eviction', ['lru', 'tinylfu'], 'lru'),
    specialTokens: oneOf(values, 'special-tokens', ['match', 'text', 'literal'], 'match'),
    requests: wholeNumber(values, 'requests', MAX_REQUESTS),
    plain: values['plain'] === true,
    encode: values['encode'] === true || digests !== undefined,
    digests,
  };
}

function wholeNumber(values: Values, name: string, most: number): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= most) return number;
  throw new CommandError(`--${name} must be a whole number from 1 to ${most}, but is ${describeValue(value)}`);
}

function oneOf<const Allowed extends string>(
  values: Values,
  name: string,
  allowed: readonly Allowed[],
  fallback: Allowed,
): Allowed {
  const value = values[name];
  if (value === undefined) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  const list = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
  throw new CommandError(`--${name} must be ${list}, but is ${describeValue(value)}`);
}

function cacheOf(values: Values): ReplayCache {
  const [separate, none] = [values['separate'] === true, values['no-cache'] === true];
  if (separate && none) throw new CommandError('--separate and --no-cache exclude each other');
  if (separate) return 'separate';
  return none ? 'none' : 'shared';
}

/** Parts of a MiB are allowed, so that small traffic can fill a cache. */
function cacheBytesOf(values: Values): number | undefined {
  const value = values['cache-mib'];
  if (value === undefined) return undefined;
  if (values['no-cache'] === true) throw new CommandError('--cache-mib and --no-cache exclude each other');
  const bytes = typeof value === 'string' && /^\d+(\.\d+)?$/u.test(value) ? Math.round(Number(value) * MIB) : 0;
  if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes;
  throw new CommandError(
    `--cache-mib must be a number above 0 (no cache is --no-cache), but is ${describeValue(value)}`,
  );
}
