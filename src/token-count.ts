import { TokenwellError } from './errors.js';

/** What `count` gives for one text. */
export interface TokenCount {
  /** The number of tokens; an estimate when `estimated`. */
  readonly tokens: number;
  /** Whether `tokens` is an estimate. When `false`, `tokens` is exact and so are `low` and `high`. */
  readonly estimated: boolean;
  /** Lower bound of the number of tokens. */
  readonly low: number;
  /** Upper bound of the number of tokens. */
  readonly high: number;
  /** Length of the text: UTF-16 units, or bytes for a `Uint8Array`. */
  readonly chars: number;
  /** How much of the text was looked at, in the unit of `chars`: all of it when the count is exact. */
  readonly sampledChars: number;
}

/** The count of a text of which every character was looked at. */
export function exactCount(tokens: number, chars: number): TokenCount {
  return { tokens, estimated: false, low: tokens, high: tokens, chars, sampledChars: chars };
}

/** As {@link exactCount}, for the texts of a batch. */
export function exactCounts(tokens: readonly number[], texts: readonly { readonly chars: number }[]): TokenCount[] {
  return texts.map(({ chars }, index) => {
    const count = tokens[index];
    if (count === undefined)
      throw new TokenwellError('ERR_INTERNAL', `${texts.length} texts gave ${tokens.length} counts`);
    return exactCount(count, chars);
  });
}

/** The same count with so many tokens more, of which nothing is estimated. */
export function withMoreTokens(count: TokenCount, tokens: number): TokenCount {
  return { ...count, tokens: count.tokens + tokens, low: count.low + tokens, high: count.high + tokens };
}
