import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const bytes = readFileSync(fixturePath('unigram'));
const text = bytes.toString();

it('loads a string and the same text as bytes', async () => {
  const fromFile = await Tokenizer.fromFile(fixturePath('unigram'));
  const expected = fromFile.encodeSync('Größe und Maß').ids;
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  for (const json of [text, bytes, new Uint8Array(bytes), shared]) {
    expect((await Tokenizer.fromJSON(json)).encodeSync('Größe und Maß').ids).toEqual(expected);
    expect(Tokenizer.fromJSONSync(json).encodeSync('Größe und Maß').ids).toEqual(expected);
  }
});

it('refuses what is no tokenizer', async () => {
  for (const json of ['', '{}', text.slice(0, -10), new Uint8Array()]) {
    await expectRejection(Tokenizer.fromJSON(json), 'ERR_TOKENIZER_INVALID');
    expectThrow(() => Tokenizer.fromJSONSync(json), 'ERR_TOKENIZER_INVALID');
  }
});

it('refuses bytes that are not UTF-8 and names the offset', async () => {
  const broken = Buffer.concat([bytes.subarray(0, 10), Buffer.of(0xc0), bytes.subarray(10)]);
  await expectRejection(Tokenizer.fromJSON(broken), 'ERR_INVALID_UTF8', /\b10\b/u);
});

it('refuses parsed JSON: it takes the text', async () => {
  for (const json of [JSON.parse(text), null, 7, { parts: [text] }] as unknown as string[]) {
    await expectRejection(
      Tokenizer.fromJSON(json),
      'ERR_INVALID_ARGUMENT',
      /^json must be the text of a tokenizer\.json/u,
    );
    expectThrow(
      () => Tokenizer.fromJSONSync(json),
      'ERR_INVALID_ARGUMENT',
      /^json must be the text of a tokenizer\.json/u,
    );
  }
});
