import type { Complete } from './complete.js';
import type { NativeTruncation } from './native-binding.js';
import { checkUnlessNull, OptionReader } from './option-reader.js';

/**
 * How long an encoding may be and what is cut off where it would be longer. Lengths are in tokens.
 *
 * What cannot be done is `ERR_UNSUPPORTED` when a text is encoded: a `maxLength` below what the template adds, a text that is too short
 * to be cut as far as its strategy asks, a `stride` that is not below the number of ids of text that are left.
 */
export interface TruncationOptions {
  /** Most ids that an encoding has, those that the template adds included. A whole number of up to 32 bits; there is no default. */
  readonly maxLength: number;
  /**
   * Which text of a pair is cut. Default `'longestFirst'`.
   *
   * - `'longestFirst'`: both, the longer one first.
   * - `'onlyFirst'`: the first one alone.
   * - `'onlySecond'`: the second one alone. A single text is no pair, so it cannot be cut that way.
   */
  readonly strategy?: 'longestFirst' | 'onlyFirst' | 'onlySecond' | undefined;
  /** How many ids each part in `overflowing` repeats of the part before it. Default `0`. */
  readonly stride?: number | undefined;
  /** The side that is cut off. Default `'right'`: the beginning of the text is kept. */
  readonly direction?: 'left' | 'right' | undefined;
}

/** {@link TruncationOptions} with all defaults filled in. */
export type Truncation = Complete<TruncationOptions>;

const NAMES = ['maxLength', 'strategy', 'stride', 'direction'] as const;

/** Checks {@link TruncationOptions}, which messages call `name`, and fills in their defaults; `null` stays. */
export function resolveTruncation(options: unknown, name: string): Truncation | null {
  return checkUnlessNull(options, name, (given) => {
    const reader = new OptionReader(name, given, NAMES);
    return {
      maxLength: reader.wholeNumber('maxLength', 0),
      strategy: reader.oneOf('strategy', ['longestFirst', 'onlyFirst', 'onlySecond'], 'longestFirst'),
      stride: reader.wholeNumber('stride', 0, { fallback: 0 }),
      direction: reader.oneOf('direction', ['left', 'right'], 'right'),
    };
  });
}

/** What native code says is in force. The addon declares plain strings, but has no other values than these. */
export function truncationOf(native: NativeTruncation | null): Truncation | null {
  return native && Object.freeze(native as Truncation);
}
