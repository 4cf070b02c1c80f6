import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Encoding, Tokenizer } from '../index.js';
import { fixtureNames, fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const everything = { typeIds: true, attentionMask: true, specialTokensMask: true, offsets: true } as const;

describe.each(fixtureNames)('%s', (name) => {
  it('comes back the same', async () => {
    const tokenizer = await Tokenizer.fromFile(fixturePath(name));
    const copy = await Tokenizer.fromJSON(await tokenizer.serialize());
    expect(copy.inspect()).toEqual(tokenizer.inspect());
    expect(copy.vocab()).toEqual(tokenizer.vocab());
    expect(copy.addedTokens).toEqual(tokenizer.addedTokens);
    const encode = (one: Tokenizer, text: string): Encoding[] => [
      one.encodeSync(text, everything),
      one.encodeSync([text, text], everything),
      one.encodeSync(text, { addSpecialTokens: false, specialTokens: 'text' }),
    ];
    const property = fc.property(mixedText, (text) => {
      expect(encode(copy, text)).toEqual(encode(tokenizer, text));
      const { ids } = tokenizer.encodeSync(text);
      expect(copy.decodeSync(ids)).toBe(tokenizer.decodeSync(ids));
    });
    fc.assert(property, propertyRuns(100));
    expect(copy.serializeSync()).toBe(tokenizer.serializeSync());
  });
});

it('keeps added tokens, truncation and padding', async () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
  await tokenizer.addTokens(['<plan>', { content: '<|tool|>', special: true, rstrip: true }]);
  tokenizer.setTruncation({ maxLength: 9, stride: 2, direction: 'left', strategy: 'onlyFirst' });
  tokenizer.setPadding({ strategy: { fixed: 12 }, padToMultipleOf: 8, padId: 4, padToken: '[MASK]' });
  const copy = Tokenizer.fromJSONSync(tokenizer.serializeSync());
  expect(copy.addedTokens).toEqual(tokenizer.addedTokens);
  expect(copy.truncation).toEqual(tokenizer.truncation);
  expect(copy.padding).toEqual(tokenizer.padding);
  const text = 'the <plan> tokens <|tool|> the tokens';
  expect(copy.encodeSync(text, everything)).toEqual(tokenizer.encodeSync(text, everything));
  tokenizer.setTruncation(null);
  tokenizer.setPadding(null);
  const plain = Tokenizer.fromJSONSync(tokenizer.serializeSync());
  expect([plain.truncation, plain.padding]).toEqual([null, null]);
});

it('gives a tokenizer.json', () => {
  const file = JSON.parse(Tokenizer.fromFileSync(fixturePath('word-piece')).serializeSync()) as object;
  expect(Object.keys(file)).toEqual(
    expect.arrayContaining(['version', 'added_tokens', 'normalizer', 'pre_tokenizer', 'decoder', 'model']),
  );
});

it('works for the embedded encodings', async () => {
  const tokenizer = Tokenizer.fromEncodingSync('cl100k_base');
  const copy = await Tokenizer.fromJSON(await tokenizer.serialize());
  expect(copy.vocabSize()).toBe(tokenizer.vocabSize());
  const text = "The tokens: \u{1F600} don't<|endoftext|>\n\n  1234567 \u4F60\u597D";
  expect(copy.encodeSync(text, everything)).toEqual(tokenizer.encodeSync(text, everything));
});
