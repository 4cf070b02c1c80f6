import { expect, it } from 'vitest';
import { type CountOptions, type DecodeOptions, type EncodeOptions, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
const text = 'the [SEP] tokens';

it('encodes with the template and with special tokens matched by default', () => {
  const expected = tokenizer.encodeSync(text, { addSpecialTokens: true, specialTokens: 'match' });
  expect(tokenizer.encodeSync(text)).toEqual(expected);
  expect(tokenizer.encodeSync(text, { addSpecialTokens: undefined })).toEqual(expected);
  expect(tokenizer.encodeSync(text, { addSpecialTokens: false }).ids).toEqual(expected.ids.slice(1, -1));
  expect(tokenizer.encodeSync(text, { specialTokens: 'text' }).ids).not.toEqual(expected.ids);
});

it('counts without the template and with special tokens as text by default', () => {
  const expected = tokenizer.countSync(text, { addSpecialTokens: false, specialTokens: 'text' });
  expect(tokenizer.countSync(text)).toEqual(expected);
  expect(tokenizer.countSync(text, { addSpecialTokens: true }).tokens).toBe(expected.tokens + 2);
  expect(tokenizer.countSync(text, { specialTokens: 'match' }).tokens).toBeLessThan(expected.tokens);
});

const wrongForText: [unknown, RegExp][] = [
  [null, /^options must be an object, but is null$/u],
  [true, /^options must be an object, but is true$/u],
  [
    { add_special_tokens: true },
    /^options has no option 'add_special_tokens'; it knows addSpecialTokens, specialTokens/u,
  ],
  [{ addSpecialTokens: 1 }, /^options\.addSpecialTokens must be true or false, but is 1$/u],
  [{ addSpecialTokens: null }, /^options\.addSpecialTokens must be true or false, but is null$/u],
  [{ specialTokens: 'none' }, /^options\.specialTokens must be 'match' or 'text' or 'literal'.*, but is 'none'$/u],
];

it.each(wrongForText)('refuses the encode and count options %o', async (options, message) => {
  const encodeOptions = options as EncodeOptions;
  const countOptions = options as CountOptions;
  await expectRejection(tokenizer.encode(text, encodeOptions), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(tokenizer.encodeBatch([text], encodeOptions), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(tokenizer.count(text, countOptions), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(tokenizer.countBatch([text], countOptions), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.encodeSync(text, encodeOptions), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.encodeBatchSync([], encodeOptions), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.countSync(text, countOptions), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.countBatchSync([], countOptions), 'ERR_INVALID_ARGUMENT', message);
});

it.each<[unknown, RegExp]>([
  [null, /^options must be an object, but is null$/u],
  [{ skipSpecialToken: true }, /^options has no option 'skipSpecialToken'; it knows skipSpecialTokens, unknownIds\b/u],
  [{ skipSpecialTokens: 'yes' }, /^options\.skipSpecialTokens must be true or false, but is 'yes'$/u],
  [{ unknownIds: 'ignore' }, /^options\.unknownIds must be 'throw' or 'skip', but is 'ignore'$/u],
])('refuses the decode options %o', async (options, message) => {
  const wrong = options as DecodeOptions;
  await expectRejection(tokenizer.decode([1], wrong), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.decodeSync([1], wrong), 'ERR_INVALID_ARGUMENT', message);
});
