import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
const hello = tokenizer.encodeSync('the tokens').ids;

it('gives the text that was encoded', async () => {
  const property = fc.asyncProperty(mixedText, async (text) => {
    const { ids } = await tokenizer.encode(text);
    expect(await tokenizer.decode(ids)).toBe(Buffer.from(text).toString());
  });
  await fc.assert(property, propertyRuns(200));
});

it('takes arrays and typed arrays', async () => {
  const shared = new Uint32Array(new SharedArrayBuffer(4 * hello.length));
  shared.set(hello);
  const padded = new Uint32Array([0, ...hello, 0]);
  for (const ids of [hello, [...hello], shared, padded.subarray(1, -1)]) {
    expect(tokenizer.decodeSync(ids)).toBe('the tokens');
    expect(await tokenizer.decode(ids)).toBe('the tokens');
  }
  expect(await tokenizer.decode([])).toBe('');
  expect(tokenizer.decodeSync(new Uint32Array())).toBe('');
});

it('decodes what the ids were when the call started', async () => {
  const ids = new Uint32Array(hello);
  const decoding = tokenizer.decode(ids);
  ids.fill(0);
  expect(await decoding).toBe('the tokens');
});

it('keeps special tokens unless told to leave them out', async () => {
  const { ids } = tokenizer.encodeSync('the<|endoftext|> tokens<plain>');
  expect(await tokenizer.decode(ids)).toBe('the<|endoftext|> tokens<plain>');
  expect(await tokenizer.decode(ids, { skipSpecialTokens: true })).toBe('the tokens<plain>');
});

it('gives U+FFFD for the bytes of half a character', () => {
  const ids = tokenizer.encodeSync('\u{1F600}').ids;
  expect(ids.length).toBeGreaterThan(1);
  expect(tokenizer.decodeSync(ids.subarray(0, 1))).toBe('\uFFFD');
});

describe('an id that the vocabulary does not have', () => {
  const size = tokenizer.vocabSize();

  it.each([size, size + 1000, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 1e300, -1])('is an error: %d', async (id) => {
    const message = new RegExp(`${id}`.replace('+', '\\+'), 'u');
    await expectRejection(tokenizer.decode([...hello, id]), 'ERR_ID_OUT_OF_RANGE', message);
    expectThrow(() => tokenizer.decodeSync([...hello, id]), 'ERR_ID_OUT_OF_RANGE', message);
    expectThrow(() => tokenizer.decodeSync([...hello, id], { unknownIds: 'throw' }), 'ERR_ID_OUT_OF_RANGE', message);
  });

  it.each([size, 2 ** 32 - 1, 2 ** 32, -1])('can be left out: %d', async (id) => {
    expect(tokenizer.decodeSync([id, ...hello, id], { unknownIds: 'skip' })).toBe('the tokens');
    expect(await tokenizer.decode([id, ...hello, id], { unknownIds: 'skip' })).toBe('the tokens');
  });
});

it('refuses ids that are no whole numbers, also where unknown ids are left out', async () => {
  for (const id of [1.5, Number.NaN, Number.POSITIVE_INFINITY, '7', null, undefined, 7n]) {
    const ids = [1, id] as number[];
    await expectRejection(tokenizer.decode(ids), 'ERR_INVALID_ARGUMENT', /^ids\[1\] must be a whole number, but is /u);
    expectThrow(() => tokenizer.decodeSync(ids, { unknownIds: 'skip' }), 'ERR_INVALID_ARGUMENT', /^ids\[1\]/u);
  }
});

it('refuses what holds no ids', async () => {
  const values: unknown[] = ['1 2', 7, null, undefined, new Uint8Array(2), new Int32Array(2), new Set([1])];
  for (const ids of values) {
    await expectRejection(
      tokenizer.decode(ids as number[]),
      'ERR_INVALID_ARGUMENT',
      /^ids must be a Uint32Array or an array/u,
    );
    expectThrow(
      () => tokenizer.decodeSync(ids as number[]),
      'ERR_INVALID_ARGUMENT',
      /^ids must be a Uint32Array or an array/u,
    );
  }
});
