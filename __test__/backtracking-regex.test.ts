import { expect, it } from 'vitest';
import { Tokenizer, TokenwellError } from '../index.js';
import { fixturePath } from './fixture.js';

it('is given up with an error, and the tokenizer goes on', async () => {
  const tokenizer = await Tokenizer.fromFile(fixturePath('backtracking-regex'));
  const idsOf = async (text: string): Promise<number[]> => [...(await tokenizer.encode(text)).ids];
  const [a, b] = [64, 65];
  expect(await idsOf('aab')).toEqual([a, a, b]);

  // 2 to the power of 30 ways to divide the letters among the two loops, none of which ends at the end of the text.
  const error: unknown = await tokenizer.encode(`${'a'.repeat(30)}b`).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TokenwellError);
  expect((error as TokenwellError).message).toMatch(/retry-limit-in-match over/u);

  expect(await idsOf('baa')).toEqual([b, a, a]);
});
