import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { fixtureNames, fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

it.each(fixtureNames)('gives the same from both twins: %s', async (name) => {
  const tokenizer = await Tokenizer.fromFile(fixturePath(name));
  const property = fc.asyncProperty(mixedText, mixedText, async (text, other) => {
    const encoding = tokenizer.encodeSync(text);
    expect(await tokenizer.encode(text)).toEqual(encoding);
    expect(await tokenizer.encode([text, other])).toEqual(tokenizer.encodeSync([text, other]));
    expect(await tokenizer.count(text)).toEqual(tokenizer.countSync(text));
    expect(await tokenizer.encodeBatch([text, [text, other]])).toEqual(
      tokenizer.encodeBatchSync([text, [text, other]]),
    );
    expect(await tokenizer.countBatch([text, other])).toEqual(tokenizer.countBatchSync([text, other]));
    expect(await tokenizer.decode(encoding.ids)).toBe(tokenizer.decodeSync(encoding.ids));
  });
  await fc.assert(property, propertyRuns(100));
});
