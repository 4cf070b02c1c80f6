import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type EncodeOptions, type Encoding, type PaddingOptions, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
const idsOf = (encodings: readonly Encoding[]): number[][] => encodings.map(({ ids }) => Array.from(ids));
const everything = { typeIds: true, attentionMask: true, specialTokensMask: true, offsets: true } as const;

it('fills up to the longest of a batch', () => {
  const property = fc.property(fc.array(mixedText, { minLength: 1, maxLength: 6 }), (texts) => {
    const plain = texts.map((text) => [...tokenizer.encodeSync(text).ids]);
    const longest = Math.max(...plain.map(({ length }) => length));
    const filler = (ids: readonly number[]): number[] => Array.from({ length: longest - ids.length }, () => 9);
    const right = tokenizer.encodeBatchSync(texts, { padding: { padId: 9 } });
    expect(idsOf(right)).toEqual(plain.map((ids) => ids.concat(filler(ids))));
    const left = tokenizer.encodeBatchSync(texts, { padding: { padId: 9, direction: 'left' } });
    expect(idsOf(left)).toEqual(plain.map((ids) => filler(ids).concat(ids)));
  });
  fc.assert(property, propertyRuns(100));
});

it('fills up to a length, and cuts nothing', async () => {
  const lengths = async (fixed: number): Promise<number[]> => {
    const encodings = await tokenizer.encodeBatch(['', 'the tokens'], { padding: { strategy: { fixed } } });
    return encodings.map(({ ids }) => ids.length);
  };
  expect(await lengths(0)).toEqual([2, 4]);
  expect(await lengths(3)).toEqual([3, 4]);
  expect(await lengths(7)).toEqual([7, 7]);
});

it('rounds the length up', () => {
  const length = (padding: PaddingOptions): number => tokenizer.encodeSync('the tokens', { padding }).ids.length;
  expect(length({ padToMultipleOf: 1 })).toBe(4);
  expect(length({ padToMultipleOf: 4 })).toBe(4);
  expect(length({ padToMultipleOf: 8 })).toBe(8);
  expect(length({ padToMultipleOf: 8, strategy: { fixed: 9 } })).toBe(16);
});

it('shows in each array what was filled in', () => {
  const padding: PaddingOptions = { strategy: { fixed: 5 }, padId: 7, padTypeId: 3 };
  const right = tokenizer.encodeSync('the', { padding, ...everything });
  const middle = right.ids[1] ?? 0;
  expect(right).toEqual({
    ids: Uint32Array.of(2, middle, 3, 7, 7),
    typeIds: Uint8Array.of(0, 0, 0, 3, 3),
    attentionMask: Uint8Array.of(1, 1, 1, 0, 0),
    specialTokensMask: Uint8Array.of(1, 0, 1, 1, 1),
    offsets: Uint32Array.of(0, 0, 0, 3, 0, 0, 0, 0, 0, 0),
  });
  const left = tokenizer.encodeSync('the', { padding: { ...padding, direction: 'left' }, ...everything });
  expect(left).toEqual({
    ids: Uint32Array.of(7, 7, 2, middle, 3),
    typeIds: Uint8Array.of(3, 3, 0, 0, 0),
    attentionMask: Uint8Array.of(0, 0, 1, 1, 1),
    specialTokensMask: Uint8Array.of(1, 1, 1, 0, 1),
    offsets: Uint32Array.of(0, 0, 0, 0, 0, 0, 0, 3, 0, 0),
  });
});

it('knows the longest of a batch that is larger than a task', async () => {
  const fast = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
  // 4.4 MB and 8.8 MB as they cross, so tasks of their own if nothing were filled up.
  const texts = ['The', 'The tokens '.repeat(200_000), 'The tokens '.repeat(400_000), ''];
  const longest = fast.encodeSync(texts[2] ?? '').ids.length;
  fast.setPadding({});
  const lengths = (encodings: readonly { ids: Uint32Array }[]): number[] => encodings.map(({ ids }) => ids.length);
  expect(lengths(await fast.encodeBatch(texts))).toEqual(texts.map(() => longest));
  expect(lengths(fast.encodeBatchSync(texts))).toEqual(texts.map(() => longest));
  expect(lengths(await fast.encodeBatch(texts, { padding: null }))).toEqual([1, longest / 2, longest, 0]);
  expect(await fast.encodeBatch([])).toEqual([]);
});

it('is off by default, and for a call, a tokenizer and its later clones where that is set', async () => {
  const original = Tokenizer.fromFileSync(fixturePath('word-piece'));
  expect(original.padding).toBeNull();
  const earlier = original.clone();
  original.setPadding({ strategy: { fixed: 6 } });
  const later = original.clone();
  const lengths = async (options?: EncodeOptions): Promise<number[]> =>
    Promise.all([earlier, original, later].map(async (one) => (await one.encode('the', options)).ids.length));
  expect(await lengths()).toEqual([3, 6, 6]);
  expect(await lengths({ padding: { strategy: { fixed: 4 } } })).toEqual([4, 4, 4]);
  expect(await lengths({ padding: null })).toEqual([3, 3, 3]);
  original.setPadding(null);
  expect(await lengths()).toEqual([3, 3, 6]);
  expect([earlier, original].map(({ padding }) => padding)).toEqual([null, null]);
});

it('tells all that is in force', () => {
  const original = Tokenizer.fromFileSync(fixturePath('word-piece'));
  original.setPadding({});
  const defaults = { strategy: 'batchLongest', direction: 'right', padId: 0, padTypeId: 0, padToken: '[PAD]' };
  expect(original.padding).toStrictEqual(defaults);
  const padding: PaddingOptions = {
    strategy: { fixed: 12 },
    direction: 'left',
    padToMultipleOf: 8,
    padId: 4,
    padTypeId: 255,
    padToken: '[MASK]',
  };
  original.setPadding(padding);
  expect(original.padding).toStrictEqual(padding);
  original.setPadding(original.padding);
  expect(original.padding).toStrictEqual(padding);
  expect(Object.isFrozen(original.padding)).toBe(true);
  expect(Object.isFrozen(original.padding?.strategy)).toBe(true);
});

it('is that of the file at first', () => {
  const file = JSON.parse(readFileSync(fixturePath('word-piece'), 'utf8')) as object;
  const own = (strategy: unknown, multiple: number | null): Tokenizer => {
    const padding = {
      strategy,
      direction: 'Left',
      pad_to_multiple_of: multiple,
      pad_id: 4,
      pad_type_id: 1,
      pad_token: '[MASK]',
    };
    return Tokenizer.fromJSONSync(JSON.stringify({ ...file, padding }));
  };
  const fixed = own({ Fixed: 4 }, 8);
  const expected = {
    strategy: { fixed: 4 },
    direction: 'left',
    padToMultipleOf: 8,
    padId: 4,
    padTypeId: 1,
    padToken: '[MASK]',
  };
  expect(fixed.padding).toStrictEqual(expected);
  expect([...fixed.encodeSync('').ids]).toEqual([4, 4, 4, 4, 4, 4, 2, 3]);
  expect([...fixed.encodeSync('', { padding: null }).ids]).toEqual([2, 3]);
  // A multiple of 0 rounds nothing.
  expect(own('BatchLongest', 0).padding).toStrictEqual({
    strategy: 'batchLongest',
    direction: 'left',
    padId: 4,
    padTypeId: 1,
    padToken: '[MASK]',
  });
});

it('comes after truncation', () => {
  const { ids } = tokenizer.encodeSync('the tokens the tokens', {
    truncation: { maxLength: 4 },
    padding: { strategy: { fixed: 6 } },
  });
  expect([...ids]).toEqual([...tokenizer.encodeSync('the tokens').ids, 0, 0]);
});

it.each<[unknown, RegExp]>([
  [true, / must be an object or null, but is true$/u],
  [{ strategy: 'longest' }, /\.strategy must be 'batchLongest' or \{ fixed: number \}, but is 'longest'$/u],
  [{ strategy: null }, /\.strategy must be 'batchLongest' or \{ fixed: number \}, but is null$/u],
  [{ strategy: {} }, /\.strategy\.fixed must be a whole number from 0 .* but is undefined$/u],
  [{ strategy: { fixed: 1, Fixed: 1 } }, /\.strategy has no option 'Fixed'; it knows fixed$/u],
  [{ direction: 'Right' }, /\.direction must be 'left' or 'right', but is 'Right'$/u],
  [{ padToMultipleOf: 0 }, /\.padToMultipleOf must be a whole number from 1 .* but is 0$/u],
  [{ padId: 2 ** 32 }, /\.padId must be a whole number from 0 to 4294967295, but is 4294967296$/u],
  [{ padTypeId: 256 }, /\.padTypeId must be a whole number from 0 to 255, but is 256$/u],
  [{ padToken: 0 }, /\.padToken must be a string, but is 0$/u],
  [{ length: 9 }, / has no option 'length'; it knows strategy, direction/u],
])('refuses %o', async (wrong, message) => {
  const padding = wrong as PaddingOptions;
  await expectRejection(tokenizer.encodeBatch(['a'], { padding }), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(tokenizer.encode('a', { padding }), 'ERR_INVALID_ARGUMENT', /^options\.padding/u);
  expectThrow(() => tokenizer.setPadding(padding), 'ERR_INVALID_ARGUMENT', message);
  expect(tokenizer.padding).toBeNull();
});
