import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';

const tokenizer = Tokenizer.fromEncodingSync('o200k_base', { segmentCache: false });
const text = 'Words of a text that goes on and on, 1 by 1.\n'.repeat(60_000);
const short = text.slice(0, 30_000);
const exact = { maxExactChars: Number.POSITIVE_INFINITY };

type Call = (own: Tokenizer) => Promise<unknown>;

/** Each comes back to native code after it has returned, but for the ones of the short text. */
const calls: [name: string, call: Call][] = [
  ['a count', (own) => own.count(short)],
  ['a count in stretches', (own) => own.count(text, exact)],
  ['a count of samples', (own) => own.count(text, { maxExactChars: 2_200_000 })],
  ['a batch of several tasks', (own) => own.countBatch([text, short, text], exact)],
  ['an encoding', async (own) => (await own.encode(short)).ids.length],
  ['an encoding of a text that crosses in slices', async (own) => (await own.encode(text)).ids.length],
  ['a limit', (own) => own.isWithinTokenLimit(text, 1e6)],
  ['a truncation of one part', async (own) => (await own.truncateToTokens(short, 1000)).length],
  // Of these tokens' text, the first part has not enough.
  [
    'a truncation of two parts',
    async (own) => (await own.truncateToTokens('internationalization '.repeat(9000), 9000)).length,
  ],
];

describe.each(calls)('%s', (_, call) => {
  it('is made with the tokens that there were when it was made', async () => {
    const expected = await call(tokenizer);
    const own = tokenizer.clone();
    const running = call(own);
    own.addTokensSync(['goes on and on', 'internationalization']);
    expect(await running).toEqual(expected);
    // The new tokens make a difference, so it is one that would be seen.
    expect(await call(own)).not.toEqual(expected);
  });
});
