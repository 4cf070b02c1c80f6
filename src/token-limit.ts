import { invalidArgument } from './argument-error.js';
import type { NativeCancelFlag, NativeCountOptions, NativeTokenizer } from './native-binding.js';

/** Most characters of English prose or code that a token has on average; other text has less. */
export const CHARS_PER_TOKEN = 4;
/** What native code takes; no text has more tokens. */
const MOST_TOKENS = 0xff_ff_ff_ff;
const LEAST_STRETCH = 8192;
const LEAST_PART = 512;

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

/** What native code needs to find how much of a text has at most so many tokens. */
export interface Limited {
  readonly native: NativeTokenizer;
  readonly options: NativeCountOptions;
  readonly limit: number;
  readonly keep: Keep;
}

/**
 * The longest start, or end, of a text that has at most so many tokens. Only a part of the text crosses, which is made longer until it has more
 * tokens than that.
 */
export async function truncateText(
  text: string,
  { native, options, limit, keep }: Limited,
  cancel: NativeCancelFlag | undefined,
): Promise<string> {
  for (let units = CHARS_PER_TOKEN * limit + LEAST_PART; ; units *= 2) {
    const part = partOf(text, units, keep);
    const isWhole = part.length === text.length;
    const kept = await native.truncate(part, Math.min(limit, MOST_TOKENS), keep === 'end', isWhole, options, cancel);
    if (kept !== null) return keep === 'end' ? text.slice(text.length - kept) : text.slice(0, kept);
  }
}

function partOf(text: string, units: number, keep: Keep): string {
  if (units >= text.length) return text;
  const at = keep === 'end' ? text.length - units : units;
  // A pair of surrogates stays whole.
  const splits = (text.codePointAt(at - 1) ?? 0) > 0xff_ff;
  if (keep === 'end') return text.slice(splits ? at - 1 : at);
  return text.slice(0, splits ? at + 1 : at);
}
