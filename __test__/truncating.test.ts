import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EncodeOptions, Tokenizer, type TruncationOptions } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
const CLS = 2;
const SEP = 3;

const plain = (text: string): number[] => [...tokenizer.encodeSync(text, { addSpecialTokens: false }).ids];
const cut = (text: string, truncation: TruncationOptions | null): number[] => [
  ...tokenizer.encodeSync(text, { truncation }).ids,
];

it('leaves no more ids than allowed, from the side that is kept', () => {
  const property = fc.property(mixedText, fc.integer({ min: 2, max: 40 }), (text, maxLength) => {
    const ids = plain(text);
    const room = maxLength - 2;
    expect(cut(text, { maxLength })).toEqual([CLS, ...ids.slice(0, room), SEP]);
    expect(cut(text, { maxLength, direction: 'right' })).toEqual([CLS, ...ids.slice(0, room), SEP]);
    const left = ids.slice(Math.max(0, ids.length - room));
    expect(cut(text, { maxLength, direction: 'left' })).toEqual([CLS, ...left, SEP]);
  });
  fc.assert(property, propertyRuns(200));
});

it('gives the template no room where it is left out', () => {
  const ids = plain('tokens the the tokens');
  const options: EncodeOptions = { addSpecialTokens: false, truncation: { maxLength: 3 } };
  expect([...tokenizer.encodeSync('tokens the the tokens', options).ids]).toEqual(ids.slice(0, 3));
});

it('cuts a pair where the strategy says', async () => {
  const [long, short] = ['the tokens the tokens the tokens', 'tokens the'];
  const [first, second] = [plain(long), plain(short)];
  const pair = async (texts: readonly [string, string], strategy: TruncationOptions['strategy']): Promise<number[]> => [
    ...(await tokenizer.encode(texts, { truncation: { maxLength: 8, strategy } })).ids,
  ];
  const shortened = [CLS, ...first.slice(0, 3), SEP, ...second, SEP];
  expect(await pair([long, short], undefined)).toEqual(shortened);
  expect(await pair([long, short], 'longestFirst')).toEqual(shortened);
  expect(await pair([long, short], 'onlyFirst')).toEqual(shortened);
  expect(await pair([short, long], 'onlySecond')).toEqual([CLS, ...second, SEP, ...first.slice(0, 3), SEP]);
});

it('says that a text is too short to make room', async () => {
  const truncation: TruncationOptions = { maxLength: 5, strategy: 'onlySecond' };
  const pair = ['the tokens the tokens', 'the'] as const;
  await expectRejection(tokenizer.encode(pair, { truncation }), 'ERR_UNSUPPORTED', /too short/u);
});

it('says that a single text has no second one to cut', () => {
  const truncation: TruncationOptions = { maxLength: 3, strategy: 'onlySecond' };
  expectThrow(() => tokenizer.encodeSync('the tokens', { truncation }), 'ERR_UNSUPPORTED', /second/iu);
});

it('says that the template does not fit', () => {
  expectThrow(() => tokenizer.encodeSync('the', { truncation: { maxLength: 1 } }), 'ERR_UNSUPPORTED', /\b1\b/u);
});

it('is off by default, and for a call, a tokenizer and its later clones where that is set', async () => {
  const original = Tokenizer.fromFileSync(fixturePath('word-piece'));
  expect(original.truncation).toBeNull();
  const earlier = original.clone();
  original.setTruncation({ maxLength: 4 });
  const later = original.clone();
  const lengths = async (options?: EncodeOptions): Promise<number[]> =>
    Promise.all(
      [earlier, original, later].map(async (one) => (await one.encode('tokens the the tokens', options)).ids.length),
    );
  expect(await lengths()).toEqual([6, 4, 4]);
  expect(await lengths({ truncation: { maxLength: 3 } })).toEqual([3, 3, 3]);
  expect(await lengths({ truncation: null })).toEqual([6, 6, 6]);
  original.setTruncation(null);
  expect(await lengths()).toEqual([6, 6, 4]);
  expect([earlier, original].map(({ truncation }) => truncation)).toEqual([null, null]);
  expect(later.truncation).toEqual({ maxLength: 4, strategy: 'longestFirst', stride: 0, direction: 'right' });
  expect(Object.isFrozen(later.truncation)).toBe(true);
});

it('can be set to what it was', () => {
  const original = Tokenizer.fromFileSync(fixturePath('word-piece'));
  const truncation = { maxLength: 9, strategy: 'onlyFirst', stride: 2, direction: 'left' } as const;
  original.setTruncation(truncation);
  expect(original.truncation).toEqual(truncation);
  original.setTruncation(original.truncation);
  expect(original.truncation).toEqual(truncation);
});

it('is that of the file at first', () => {
  const file = JSON.parse(readFileSync(fixturePath('word-piece'), 'utf8')) as object;
  const truncation = { direction: 'Left', max_length: 4, strategy: 'OnlyFirst', stride: 1 };
  const own = Tokenizer.fromJSONSync(JSON.stringify({ ...file, truncation }));
  expect(own.truncation).toEqual({ maxLength: 4, strategy: 'onlyFirst', stride: 1, direction: 'left' });
  const ids = plain('tokens the the tokens');
  expect([...own.encodeSync('tokens the the tokens').ids]).toEqual([CLS, ...ids.slice(-2), SEP]);
  expect([...own.encodeSync('tokens the the tokens', { truncation: null }).ids]).toEqual([CLS, ...ids, SEP]);
  own.setTruncation(null);
  expect([...own.encodeSync('tokens the the tokens').ids]).toEqual([CLS, ...ids, SEP]);
});

it('does not touch a count', () => {
  const original = Tokenizer.fromFileSync(fixturePath('word-piece'));
  original.setTruncation({ maxLength: 3 });
  expect(original.countSync('tokens the the tokens').tokens).toBe(4);
});

it('is what it was when the call began, for the whole of a batch', async () => {
  const original = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
  original.setTruncation({ maxLength: 5 });
  const texts = Array.from({ length: 4 }, () => 'The tokens '.repeat(250_000));
  const encoding = original.encodeBatch(texts);
  original.setTruncation({ maxLength: 7 });
  expect((await encoding).map(({ ids }) => ids.length)).toEqual([5, 5, 5, 5]);
});

it.each<[unknown, RegExp]>([
  [true, / must be an object or null, but is true$/u],
  [[], / must be an object or null, but is \[\]$/u],
  [{}, /\.maxLength must be a whole number from 0 to 4294967295, but is undefined$/u],
  [{ maxLength: 1.5 }, /\.maxLength must be a whole number from 0 to 4294967295, but is 1\.5$/u],
  [{ maxLength: -1 }, /\.maxLength must be .* but is -1$/u],
  [{ maxLength: 2 ** 32 }, /\.maxLength must be .* but is 4294967296$/u],
  [{ maxLength: Number.POSITIVE_INFINITY }, /\.maxLength must be .* but is Infinity$/u],
  [{ maxLength: 9, stride: '1' }, /\.stride must be a whole number from 0 .* but is '1'$/u],
  [{ maxLength: 9, strategy: 'LongestFirst' }, /\.strategy must be 'longestFirst' or .* but is 'LongestFirst'$/u],
  [{ maxLength: 9, direction: 'up' }, /\.direction must be 'left' or 'right', but is 'up'$/u],
  [{ max_length: 9 }, / has no option 'max_length'; it knows maxLength, strategy, stride, direction$/u],
])('refuses %o', async (wrong, message) => {
  const truncation = wrong as TruncationOptions;
  await expectRejection(tokenizer.encode('a', { truncation }), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(tokenizer.encode('a', { truncation }), 'ERR_INVALID_ARGUMENT', /^options\.truncation/u);
  expectThrow(() => tokenizer.setTruncation(truncation), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.setTruncation(truncation), 'ERR_INVALID_ARGUMENT', /^options/u);
  expect(tokenizer.truncation).toBeNull();
});

it('does not take a forgotten value for none', () => {
  const forgotten = undefined as unknown as null;
  expectThrow(() => tokenizer.setTruncation(forgotten), 'ERR_INVALID_ARGUMENT', /but is undefined$/u);
  expectThrow(() => tokenizer.setPadding(forgotten), 'ERR_INVALID_ARGUMENT', /but is undefined$/u);
});
