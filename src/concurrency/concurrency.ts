import { OptionReader } from '../option-reader.js';
import { checkLimit, checkMaxQueue } from './concurrency-limit.js';
import type { ConcurrencyStats } from './concurrency-stats.js';
import { eventLoop, loadLimit } from './event-loop.js';

/** Options of {@link setConcurrencyLimit}. */
export interface ConcurrencyOptions {
  /** Calls that may wait for a place; one more is refused with `ERR_QUEUE_FULL`. Default `Infinity`. */
  readonly maxQueue?: number | undefined;
}

/**
 * How the concurrency limiter of this thread's event loop is doing, in a frozen object.
 *
 * @throws {TokenwellError} `ERR_INVALID_ARGUMENT` if `TOKENWELL_MAX_CONCURRENCY` is not a whole number from 1 to 256.
 *
 * @example
 * ```ts
 * import { concurrencyStats } from 'tokenwell';
 *
 * const { active, queued, limit } = concurrencyStats();
 * ```
 */
export function concurrencyStats(): ConcurrencyStats {
  return Object.freeze(eventLoop().counting.state());
}

/**
 * Sets how many tasks of this thread's event loop run at once, instead of the default, `min(4, UV_THREADPOOL_SIZE - 1)`, or of
 * `TOKENWELL_MAX_CONCURRENCY`. What runs already runs on.
 *
 * All event loops of a process share one libuv pool, of which they leave one thread free together; so a limit above `UV_THREADPOOL_SIZE - 1`
 * changes nothing unless the pool is made larger as well. Loading has a limit of its own, half of this one.
 *
 * @throws {TokenwellError} `ERR_INVALID_ARGUMENT` for a limit that is not a whole number from 1 to 256.
 *
 * @example
 * ```ts
 * import { setConcurrencyLimit } from 'tokenwell';
 *
 * setConcurrencyLimit(2, { maxQueue: 1000 });
 * ```
 */
export function setConcurrencyLimit(limit: number, options?: ConcurrencyOptions): void {
  const checked = checkLimit(limit);
  const maxQueue = checkMaxQueue(new OptionReader('options', options, ['maxQueue']).value('maxQueue'));
  const loop = eventLoop(checked);
  loop.counting.configure(checked, maxQueue);
  loop.loading.configure(loadLimit(checked), Number.POSITIVE_INFINITY);
}
