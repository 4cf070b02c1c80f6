import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { mixedText, propertyRuns } from './mixed-text.js';

describe.each(['cl100k_base', 'o200k_base'] as const)('%s', (name) => {
  const reference = get_encoding(name);
  const tokenizer = Tokenizer.fromEncodingSync(name);
  const uncached = Tokenizer.fromEncodingSync(name, { segmentCache: false });
  const asText = { addSpecialTokens: false, specialTokens: 'text' } as const;

  it('gives the ids of tiktoken for text of many scripts', () => {
    const property = fc.property(mixedText, (text) => {
      const expected = reference.encode_ordinary(text);
      expect(uncached.encodeSync(text, asText).ids).toEqual(expected);
      expect(tokenizer.encodeSync(text, asText).ids).toEqual(expected);
      // Once more, from the cache.
      expect(tokenizer.encodeSync(text, asText).ids).toEqual(expected);
      expect(tokenizer.countSync(text).tokens).toBe(expected.length);
    });
    fc.assert(property, propertyRuns(1500));
  });

  it('matches the special tokens that tiktoken matches', () => {
    const property = fc.property(mixedText, (text) => {
      expect(tokenizer.encodeSync(text, { addSpecialTokens: false }).ids).toEqual(reference.encode(text, 'all'));
    });
    fc.assert(property, propertyRuns(500));
  });

  it('decodes to the text again', () => {
    const property = fc.property(mixedText, (text) => {
      expect(tokenizer.decodeSync(reference.encode_ordinary(text))).toBe(Buffer.from(text).toString());
    });
    fc.assert(property, propertyRuns(500));
  });
});
