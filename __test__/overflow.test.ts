import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Encoding, Tokenizer } from '../index.js';
import { fixturePath } from './fixture.js';
import { propertyRuns } from './mixed-text.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
const CLS = 2;
const SEP = 3;

const someWords = fc
  .array(fc.constantFrom('the', 'tokens', 'ing', 'x', ' ', ' ', 'the tokens '), { maxLength: 20 })
  .map((parts) => parts.join(''));

const ids = (encodings: readonly Encoding[]): number[][] => encodings.map((encoding) => [...encoding.ids]);

/** Windows of `length` that begin `step` apart, up to the first that reaches the end. */
function windows(all: readonly number[], length: number, step: number): number[][] {
  const parts: number[][] = [];
  for (let start = 0; ; start += step) {
    parts.push([CLS, ...all.slice(start, start + length), SEP]);
    if (start + length >= all.length) return parts;
  }
}

it('has what was cut off, in parts that overlap by the stride', () => {
  const property = fc.property(
    someWords,
    fc.integer({ min: 3, max: 8 }),
    fc.nat({ max: 5 }),
    (text, maxLength, stride) => {
      fc.pre(stride < maxLength - 2);
      const all = [...tokenizer.encodeSync(text, { addSpecialTokens: false }).ids];
      const encoding = tokenizer.encodeSync(text, { truncation: { maxLength, stride }, overflowing: true });
      const expected = windows(all, maxLength - 2, maxLength - 2 - stride);
      expect(ids([encoding, ...(encoding.overflowing ?? [])])).toEqual(expected);
    },
  );
  fc.assert(property, propertyRuns(300));
});

it('is of the second text alone where only that is cut', () => {
  const property = fc.property(someWords, fc.integer({ min: 6, max: 9 }), (text, maxLength) => {
    const all = [...tokenizer.encodeSync(text, { addSpecialTokens: false }).ids];
    const encoding = tokenizer.encodeSync(['the', text], {
      truncation: { maxLength, strategy: 'onlySecond' },
      overflowing: true,
    });
    const parts = [encoding, ...(encoding.overflowing ?? [])];
    const room = maxLength - 4;
    // Before the second text stand `[CLS] the [SEP]`, after it `[SEP]`.
    expect(ids(parts).map((part) => part.slice(3, -1))).toEqual(
      windows(all, room, room).map((part) => part.slice(1, -1)),
    );
  });
  fc.assert(property, propertyRuns(200));
});

it('is empty where nothing was cut, and left out where it was not asked for', async () => {
  expect((await tokenizer.encode('the', { overflowing: true })).overflowing).toEqual([]);
  const truncation = { maxLength: 3 };
  expect(tokenizer.encodeSync('the', { truncation, overflowing: true }).overflowing).toEqual([]);
  expect(tokenizer.encodeSync('tokensthe', { truncation })).not.toHaveProperty('overflowing');
});

it('has in each part what was asked for, padded as the first', () => {
  const encoding = tokenizer.encodeSync('tokensthex', {
    truncation: { maxLength: 4 },
    padding: { padId: 9 },
    overflowing: true,
    attentionMask: true,
    specialTokensMask: true,
    typeIds: true,
    offsets: true,
  });
  const parts = encoding.overflowing ?? [];
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) {
    expect(part.ids).toHaveLength(4);
    expect(part.attentionMask).toHaveLength(4);
    expect(part.specialTokensMask).toHaveLength(4);
    expect(part.typeIds).toHaveLength(4);
    expect(part.offsets).toHaveLength(8);
  }
});

it('stands where it stood in the whole text', () => {
  const text = 'tokensthex';
  const whole = tokenizer.encodeSync(text, { addSpecialTokens: false, offsets: true });
  const encoding = tokenizer.encodeSync(text, {
    addSpecialTokens: false,
    truncation: { maxLength: 2 },
    overflowing: true,
    offsets: true,
  });
  const parts = [encoding, ...(encoding.overflowing ?? [])];
  expect(parts.flatMap(({ offsets = [] }) => Array.from(offsets))).toEqual([...(whole.offsets ?? [])]);
});
