import { expect, it } from 'vitest';
import { type TextOrPair, Tokenizer } from '../index.js';
import { expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
const CLS = 2;
const SEP = 3;

const plain = (text: string): number[] => [...tokenizer.encodeSync(text, { addSpecialTokens: false }).ids];

it('joins a pair by the template', async () => {
  const expected = [CLS, ...plain('the text'), SEP, ...plain('the tokens'), SEP];
  expect([...tokenizer.encodeSync(['the text', 'the tokens']).ids]).toEqual(expected);
  expect([...(await tokenizer.encode(['the text', 'the tokens'])).ids]).toEqual(expected);
});

it('joins a pair without special tokens when they are not wanted', () => {
  const { ids } = tokenizer.encodeSync(['the text', 'the tokens'], { addSpecialTokens: false });
  expect([...ids]).toEqual([...plain('the text'), ...plain('the tokens')]);
});

it('takes each form of text on either side', () => {
  const expected = tokenizer.encodeSync(['the text', 'the tokens']);
  const bytes = Buffer.from('the text');
  expect(tokenizer.encodeSync([bytes, { parts: ['the tok', 'ens'] }])).toEqual(expected);
  expect(tokenizer.encodeSync([{ parts: ['the', ' text'] }, Buffer.from('the tokens')])).toEqual(expected);
});

it('takes empty sides', () => {
  expect([...tokenizer.encodeSync(['', '']).ids]).toEqual([CLS, SEP, SEP]);
});

it('is two texts, no more and no less', () => {
  for (const input of [[], ['a'], ['a', 'b', 'c'], [['a', 'b'], 'c']] as unknown as TextOrPair[]) {
    expectThrow(() => tokenizer.encodeSync(input), 'ERR_INVALID_ARGUMENT', /^input(\[0\])? must be /u);
  }
});

it('cannot be counted: count takes one text', () => {
  const pair = ['a', 'b'] as unknown as string;
  expectThrow(() => tokenizer.countSync(pair), 'ERR_INVALID_ARGUMENT', /^text must be a string/u);
});
