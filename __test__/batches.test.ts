import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TextInput, type TextOrPair, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));

/** For texts of megabytes. */
const fastTokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));

const inputs: fc.Arbitrary<TextOrPair[]> = fc.array(
  fc.oneof(
    mixedText,
    mixedText.map((text) => Buffer.from(text)),
    mixedText.map((text) => ({ parts: [text, text] })),
    fc.tuple(mixedText, mixedText),
  ),
  { maxLength: 12 },
);

it('gives for each input what a call for it alone gives, in order', async () => {
  const property = fc.asyncProperty(inputs, async (batch) => {
    expect(await tokenizer.encodeBatch(batch)).toEqual(batch.map((input) => tokenizer.encodeSync(input)));
    const texts = batch.filter((input): input is TextInput => !Array.isArray(input));
    expect(await tokenizer.countBatch(texts)).toEqual(texts.map((text) => tokenizer.countSync(text)));
  });
  await fc.assert(property, propertyRuns(100));
});

it('gives nothing for nothing', async () => {
  expect(await tokenizer.encodeBatch([])).toEqual([]);
  expect(await tokenizer.countBatch([])).toEqual([]);
  expect(tokenizer.encodeBatchSync([])).toEqual([]);
  expect(tokenizer.countBatchSync([])).toEqual([]);
});

it('keeps the order where a batch is larger than a task', async () => {
  // 3 MB, 6 MB, 30 KB and so on as they cross: tasks of one and of several texts.
  const lengths = [1_500_000, 3_000_000, 15_000, 0, 1_000_000, 1_000_000, 7, 2_000_000];
  const texts = lengths.map((length) => 'The tokens '.repeat(length / 11));
  const expected = texts.map((text) => fastTokenizer.countSync(text));
  expect(await fastTokenizer.countBatch(texts)).toEqual(expected);
  expect(fastTokenizer.countBatchSync(texts)).toEqual(expected);
  const encodings = await fastTokenizer.encodeBatch(texts);
  expect(encodings.map(({ ids }) => ids.length)).toEqual(expected.map(({ tokens }) => tokens));
});

it('keeps the order of very many texts', async () => {
  const texts = Array.from({ length: 200_000 }, (_, index) => 'the '.repeat(index % 4));
  const counts = await tokenizer.countBatch(texts);
  expect(counts.map(({ tokens }) => tokens)).toEqual(texts.map((_, index) => index % 4));
});

it('counts what the texts were when the call started', async () => {
  const one = fastTokenizer.countSync(Buffer.alloc(3_000_000, 'The tokens '));
  const bytes = Array.from({ length: 4 }, () => Buffer.alloc(3_000_000, 'The tokens '));
  const parts = ['The ', 'tokens'];
  const batch: TextInput[] = [...bytes, { parts }];
  const counting = fastTokenizer.countBatch(batch);
  for (const buffer of bytes) buffer.fill(0xff);
  parts.push('The ');
  batch.length = 0;
  expect(await counting).toEqual([one, one, one, one, fastTokenizer.countSync('The tokens')]);
});

it('names the input that is wrong', async () => {
  const wrong = ['a', 'b', 7] as unknown as string[];
  await expectRejection(tokenizer.encodeBatch(wrong), 'ERR_INVALID_ARGUMENT', /^inputs\[2\] must be .* but is 7$/u);
  await expectRejection(tokenizer.countBatch(wrong), 'ERR_INVALID_ARGUMENT', /^texts\[2\] must be .* but is 7$/u);
  expectThrow(
    () => tokenizer.encodeBatchSync(['a', ['b', null]] as unknown as string[]),
    'ERR_INVALID_ARGUMENT',
    /^inputs\[1\]\[1\]/u,
  );
  expectThrow(
    () => tokenizer.encodeBatchSync(['a', ['b']] as unknown as string[]),
    'ERR_INVALID_ARGUMENT',
    /^inputs\[1\]/u,
  );
  expectThrow(
    () => tokenizer.countBatchSync(['a', ['b', 'c']] as unknown as string[]),
    'ERR_INVALID_ARGUMENT',
    /^texts\[1\]/u,
  );
});

it('refuses what is no array', async () => {
  for (const batch of ['text', { 0: 'a', length: 1 }, null, undefined, new Set(['a'])] as unknown as string[][]) {
    await expectRejection(tokenizer.encodeBatch(batch), 'ERR_INVALID_ARGUMENT', /^inputs must be an array/u);
    expectThrow(() => tokenizer.countBatchSync(batch), 'ERR_INVALID_ARGUMENT', /^texts must be an array/u);
  }
});

it('refuses an array with holes', () => {
  const holes: string[] = ['a'];
  holes[2] = 'c';
  expectThrow(
    () => tokenizer.countBatchSync(holes),
    'ERR_INVALID_ARGUMENT',
    /^texts\[1\] must be .* but is undefined$/u,
  );
});

it('fails as a whole when one input is not UTF-8', async () => {
  const batch = ['the tokens', Buffer.of(0x61, 0xff)];
  await expectRejection(tokenizer.encodeBatch(batch), 'ERR_INVALID_UTF8', /^inputs\[1\]: .*\b1\b/u);
  expectThrow(() => tokenizer.countBatchSync(batch), 'ERR_INVALID_UTF8', /^texts\[1\]: .*\b1\b/u);
});

it('names the input that is at fault, in whichever task it is', async () => {
  const large = 'the tokens '.repeat(200_000);
  const batch = [large, large, large, ['the', Buffer.of(0xff)] as const, large];
  await expectRejection(fastTokenizer.encodeBatch(batch), 'ERR_INVALID_UTF8', /^inputs\[3\]: /u);
  const marked = [large, large, 'the <|endoftext|>'];
  await expectRejection(
    fastTokenizer.encodeBatch(marked, { specialTokens: 'throw' }),
    'ERR_SPECIAL_TOKEN',
    /^inputs\[2\]: /u,
  );
});
