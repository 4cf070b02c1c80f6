import { invalidArgument } from './argument-error.js';

/** Most characters of English prose or code that a token has on average; other text has less. */
export const CHARS_PER_TOKEN = 4;
const LEAST_STRETCH = 8192;

/** Checks a number of tokens. */
export function checkTokenLimit(limit: unknown): number {
  const isWhole = Number.isSafeInteger(limit) || limit === Number.POSITIVE_INFINITY;
  if (typeof limit === 'number' && isWhole && limit >= 0) return limit;
  throw invalidArgument('limit', limit, 'a whole number from 0 up, or Infinity');
}

/** The sizes of the stretches in which a text is counted up to a limit: about as much as has so many tokens, and then twice as much each time. */
export function growingStretches(limit: number, most: number): () => number {
  let next = Math.min(most, Math.max(LEAST_STRETCH, CHARS_PER_TOKEN * limit));
  return () => {
    const size = next;
    next = Math.min(most, 2 * next);
    return size;
  };
}

/** Which part of a text is kept. */
export type Keep = 'start' | 'end';
