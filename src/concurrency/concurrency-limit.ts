import { env } from 'node:process';
import { describeValue, invalidArgument } from '../argument-error.js';
import { TokenwellError } from '../errors.js';

const VARIABLE = 'TOKENWELL_MAX_CONCURRENCY';
const LEAST = 1;
const MOST = 256;
/** More running tasks than this do not pay on most machines: a task uses idle cores by itself. */
const MOST_BY_DEFAULT = 4;

/** The limit that the environment asks for, or the default: one thread of the pool is left for files and name look-ups. */
export function limitOfEnvironment(poolSize: number): number {
  const value = env[VARIABLE];
  if (value === undefined) return Math.max(LEAST, Math.min(MOST_BY_DEFAULT, poolSize - 1));
  const limit = /^\d+$/u.test(value) ? Number(value) : Number.NaN;
  if (limit >= LEAST && limit <= MOST) return limit;
  const message = `the environment variable ${VARIABLE} must be a whole number from ${LEAST} to ${MOST}, but is ${describeValue(value)}`;
  throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
}

/** Checks the limit that a caller sets. */
export function checkLimit(limit: unknown): number {
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= LEAST && limit <= MOST) return limit;
  throw invalidArgument('limit', limit, `a whole number from ${LEAST} to ${MOST}`);
}

/** Checks how many calls may wait. */
export function checkMaxQueue(maxQueue: unknown): number {
  if (maxQueue === undefined) return Number.POSITIVE_INFINITY;
  const isWhole = Number.isSafeInteger(maxQueue) || maxQueue === Number.POSITIVE_INFINITY;
  if (typeof maxQueue === 'number' && isWhole && maxQueue >= 0) return maxQueue;
  throw invalidArgument('options.maxQueue', maxQueue, 'a whole number from 0 up, or Infinity');
}
