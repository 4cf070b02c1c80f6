import { describe, expect, it } from 'vitest';
import { type EmbeddedEncoding, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';

describe.each([
  ['cl100k_base', 100_261, [9906, 1917]],
  ['o200k_base', 200_000, [13_225, 2375]],
] as const)('the embedded encoding %s', (name, vocabSize, helloWorld) => {
  it('loads without a file', async () => {
    const tokenizer = await Tokenizer.fromEncoding(name);
    expect([...(await tokenizer.encode('Hello world')).ids]).toEqual(helloWorld);
    expect(tokenizer.vocabSize()).toBe(vocabSize);
  });

  it('loads synchronously', () => {
    const tokenizer = Tokenizer.fromEncodingSync(name);
    expect([...tokenizer.encodeSync('Hello world').ids]).toEqual(helloWorld);
  });
});

it('names the known encodings when it is asked for another one', async () => {
  for (const name of ['p50k_base', 'O200K_BASE', '', '__proto__']) {
    const unknown = name as EmbeddedEncoding;
    const message = new RegExp(`unknown encoding '${name}'; the known ones are cl100k_base, o200k_base`, 'u');
    await expectRejection(Tokenizer.fromEncoding(unknown), 'ERR_TOKENIZER_NOT_FOUND', message);
    expectThrow(() => Tokenizer.fromEncodingSync(unknown), 'ERR_TOKENIZER_NOT_FOUND', message);
  }
});

it('refuses a name that is no string', async () => {
  const name = 200 as unknown as EmbeddedEncoding;
  await expectRejection(Tokenizer.fromEncoding(name), 'ERR_INVALID_ARGUMENT', /^name must be .*, but is 200$/u);
});
