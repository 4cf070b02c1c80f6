import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountOptions, Tokenizer } from '../index.js';
import { fixtureNames, fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const everyOption: CountOptions[] = [true, false].flatMap((addSpecialTokens) => [
  { addSpecialTokens, specialTokens: 'match' },
  { addSpecialTokens, specialTokens: 'text' },
]);

describe.each(fixtureNames)('%s', (name) => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath(name));

  it('counts as many tokens as it gives ids', () => {
    const property = fc.property(mixedText, fc.constantFrom(...everyOption), (text, options) => {
      const { ids } = tokenizer.encodeSync(text, options);
      expect(tokenizer.countSync(text, options)).toEqual({
        tokens: ids.length,
        estimated: false,
        low: ids.length,
        high: ids.length,
        chars: text.length,
        sampledChars: text.length,
      });
    });
    fc.assert(property, propertyRuns(300));
  });
});

it('counts a text of several megabytes', async () => {
  const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
  const text = 'All work and no play makes Jack a dull boy.\n'.repeat(100_000);
  const { ids } = await tokenizer.encode(text);
  expect((await tokenizer.count(text, { maxExactChars: Number.POSITIVE_INFINITY })).tokens).toBe(ids.length);
  expect(ids.length).toBe(1_100_000);
});
