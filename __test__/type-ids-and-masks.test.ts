import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { fixturePath } from './fixture.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
const everything = { typeIds: true, attentionMask: true, specialTokensMask: true } as const;

it('are left out unless they are asked for', async () => {
  for (const encoding of [
    tokenizer.encodeSync('the'),
    await tokenizer.encode('the', {}),
    tokenizer.encodeSync('the', { typeIds: false, attentionMask: false, offsets: undefined, overflowing: false }),
  ]) {
    expect(Object.keys(encoding)).toEqual(['ids']);
  }
});

it('come one by one', () => {
  for (const name of ['typeIds', 'attentionMask', 'specialTokensMask', 'offsets', 'overflowing'] as const) {
    expect(Object.keys(tokenizer.encodeSync('the', { [name]: true }))).toEqual(['ids', name]);
  }
});

it('change no ids', () => {
  const pair = ['the tokens', 'the'] as const;
  const all = { ...everything, offsets: true, overflowing: true };
  for (const addSpecialTokens of [true, false]) {
    const { ids } = tokenizer.encodeSync(pair, { addSpecialTokens });
    expect(tokenizer.encodeSync(pair, { addSpecialTokens, ...all }).ids).toEqual(ids);
  }
});

it('tell the two texts of a pair apart', async () => {
  const { ids, typeIds, specialTokensMask, attentionMask } = await tokenizer.encode(['the tokens', 'the'], everything);
  expect([ids[0], ids[3], ids[5]]).toEqual([2, 3, 3]);
  expect(typeIds).toEqual(Uint8Array.of(0, 0, 0, 0, 1, 1));
  expect(specialTokensMask).toEqual(Uint8Array.of(1, 0, 0, 1, 0, 1));
  expect(attentionMask).toEqual(Uint8Array.of(1, 1, 1, 1, 1, 1));
});

it('count a special token of the text as text', () => {
  const { ids, specialTokensMask } = tokenizer.encodeSync('the [SEP]', everything);
  expect(ids[2]).toBe(3);
  expect(specialTokensMask).toEqual(Uint8Array.of(1, 0, 0, 1));
});

it('are empty where there are no ids', () => {
  expect(tokenizer.encodeSync('', { addSpecialTokens: false, ...everything, offsets: true })).toEqual({
    ids: new Uint32Array(),
    typeIds: new Uint8Array(),
    attentionMask: new Uint8Array(),
    specialTokensMask: new Uint8Array(),
    offsets: new Uint32Array(),
  });
});

it('come with each encoding of a batch', async () => {
  const inputs = ['the', ['the', 'tokens'], ''] as const;
  const encodings = await tokenizer.encodeBatch(inputs, everything);
  expect(encodings).toEqual(inputs.map((input) => tokenizer.encodeSync(input, everything)));
  expect(encodings).toEqual(tokenizer.encodeBatchSync(inputs, everything));
});
