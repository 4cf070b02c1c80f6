import { describe, expect, it } from 'vitest';
import { Tokenizer, type VocabularyOptions } from '../index.js';
import { expectThrow } from './failure.js';
import { fixtureNames, fixturePath } from './fixture.js';

describe.each([...fixtureNames, 'components/model-byte-bpe-sparse-ids', 'components/added-tokens-ids'])(
  'of %s',
  (name) => {
    const tokenizer = Tokenizer.fromFileSync(fixturePath(name));

    it('gives for each token its id, and back', () => {
      const vocab = tokenizer.vocab();
      expect(vocab.size).toBe(tokenizer.vocabSize());
      for (const [token, id] of vocab) {
        expect(tokenizer.tokenToId(token)).toBe(id);
        expect(tokenizer.idToToken(id)).toBe(token);
      }
    });

    it('is the model alone without the added tokens', () => {
      const model = tokenizer.vocab({ addedTokens: false });
      expect(model.size).toBe(tokenizer.vocabSize({ addedTokens: false }));
      expect(model.size).toBe(tokenizer.inspect().model.vocabSize);
      const beyond = tokenizer.addedTokens.filter(({ content }) => !model.has(content));
      expect(tokenizer.vocabSize()).toBe(model.size + beyond.length);
      expect(tokenizer.vocab({ addedTokens: true })).toEqual(tokenizer.vocab());
    });

    it('lists added tokens by their ids', () => {
      const { addedTokens } = tokenizer;
      expect(addedTokens).toHaveLength(tokenizer.inspect().addedTokens);
      expect(addedTokens.map(({ id }) => id)).toEqual(addedTokens.map(({ id }) => id).toSorted((a, b) => a - b));
      for (const { id, content } of addedTokens) expect(tokenizer.tokenToId(content)).toBe(id);
    });
  },
);

const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));

it('tells all flags of an added token', () => {
  const { addedTokens } = tokenizer;
  expect(addedTokens.find(({ id }) => id === 383)).toStrictEqual({
    id: 383,
    content: '<left>',
    special: true,
    singleWord: false,
    lstrip: true,
    rstrip: false,
    normalized: false,
  });
  expect(addedTokens.find(({ content }) => content === 'word')).toMatchObject({ singleWord: true, normalized: true });
  expect(Object.isFrozen(addedTokens)).toBe(true);
  expect(Object.isFrozen(addedTokens[0])).toBe(true);
});

it('spells tokens as the model does', () => {
  const o200k = Tokenizer.fromEncodingSync('o200k_base');
  expect(o200k.idToToken(2375)).toBe('\u0120world');
  expect(o200k.tokenToId('\u0120world')).toBe(2375);
  expect(o200k.tokenToId(' world')).toBeUndefined();
  expect(o200k.tokenToId('<|endoftext|>')).toBe(199_999);
  expect(o200k.vocabSize()).toBe(200_000);
});

it('gives undefined for what it does not have', () => {
  for (const token of ['', 'no such token', '\uD800', '\uFFFD']) expect(tokenizer.tokenToId(token)).toBeUndefined();
  for (const id of [100_000, 2 ** 32 - 1, 2 ** 32, 1e300, -1]) expect(tokenizer.idToToken(id)).toBeUndefined();
});

it('does not take half a surrogate pair for U+FFFD', () => {
  const own = tokenizer.clone();
  own.addTokensSync(['\uFFFD']);
  expect(own.tokenToId('\uFFFD')).toBeTypeOf('number');
  expect(own.tokenToId('\uD800')).toBeUndefined();
});

it('is a new map each time', () => {
  const vocab = tokenizer.vocab();
  const { size } = vocab;
  vocab.clear();
  expect(tokenizer.vocab().size).toBe(size);
});

it('refuses what is no token, no id and no option', () => {
  for (const token of [7, null, undefined, ['a']] as unknown as string[]) {
    expectThrow(() => tokenizer.tokenToId(token), 'ERR_INVALID_ARGUMENT', /^token must be a string, but is /u);
  }
  for (const id of ['7', 1.5, Number.NaN, null, undefined, 7n] as unknown as number[]) {
    expectThrow(() => tokenizer.idToToken(id), 'ERR_INVALID_ARGUMENT', /^id must be a whole number, but is /u);
  }
  const message = /^options\.addedTokens must be true or false, but is 0$/u;
  const wrong = { addedTokens: 0 } as unknown as VocabularyOptions;
  expectThrow(() => tokenizer.vocab(wrong), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.vocabSize(wrong), 'ERR_INVALID_ARGUMENT', message);
});
