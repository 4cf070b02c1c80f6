import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Inspection, Tokenizer } from '../index.js';
import { fixtureNames, fixturePath } from './fixture.js';

const inspect = (name: string): Inspection => Tokenizer.fromFileSync(fixturePath(name)).inspect();

const inspectJson = (file: object): Inspection => Tokenizer.fromJSONSync(JSON.stringify(file)).inspect();

const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true };

it('names the model and its size', () => {
  expect(fixtureNames.map((name) => [name, inspect(name).model.type])).toEqual([
    ['byte-fallback-bpe', 'BPE'],
    ['byte-level-bpe', 'BPE'],
    ['unigram', 'Unigram'],
    ['word-level', 'WordLevel'],
    ['word-piece', 'WordPiece'],
  ]);
  expect(inspect('byte-level-bpe').model.merges).toBeGreaterThan(50);
  expect(inspect('word-piece').model.merges).toBe(0);
});

it('names the model of a file that predates the name', () => {
  const model = { vocab: { a: 0, b: 1, ab: 2 }, merges: ['a b'] };
  expect(inspectJson({ model }).model).toMatchObject({ type: 'BPE', merges: 1 });
});

it('counts added tokens and the special ones among them', () => {
  expect(inspect('byte-level-bpe')).toMatchObject({ addedTokens: 8, specialTokens: 4 });
  expect(inspect('word-piece')).toMatchObject({ addedTokens: 5, specialTokens: 5 });
});

it('tells which components there are', () => {
  expect(inspect('word-level')).toMatchObject({ postProcessor: null, decoder: null, truncation: null, padding: null });
  expect(inspect('word-level').normalizer).toContain('Lowercase');
  expect(inspect('word-piece').preTokenizer).toContain('Bert');
  expect(inspect('unigram').preTokenizer).toContain('Metaspace');
});

it('serves each kind of model by the engine for it', () => {
  expect(fixtureNames.map((name) => [name, inspect(name).engine])).toEqual([
    ['byte-fallback-bpe', 'char_bpe'],
    ['byte-level-bpe', 'byte_bpe'],
    ['unigram', 'unigram'],
    ['word-level', 'word_level'],
    ['word-piece', 'word_piece'],
  ]);
});

it('tells the same engine in every place, and why it serves', () => {
  for (const name of fixtureNames) {
    const tokenizer = Tokenizer.fromFileSync(fixturePath(name));
    const { engine, reason, model, addedTokens } = tokenizer.inspect();
    expect([tokenizer.engine, tokenizer.toJSON().engine]).toEqual([engine, engine]);
    expect(reason).toBe('model and split have native code');
    expect(tokenizer.vocabSize()).toBeGreaterThanOrEqual(model.vocabSize);
    expect(tokenizer.vocabSize()).toBeLessThanOrEqual(model.vocabSize + addedTokens);
  }
});

it('says so when words are split by the reference', () => {
  const { engine, reason } = inspect('backtracking-regex');
  expect(engine).toBe('byte_bpe');
  expect(reason).toContain('no native code for the split regex');
});

it('leaves what the other engines do not serve to the reference, and says what that is', () => {
  const file = JSON.parse(readFileSync(fixturePath('byte-fallback-bpe'), 'utf8')) as { model: object };
  const { engine, reason } = inspectJson({ ...file, model: { ...file.model, dropout: 0.5 } });
  expect(engine).toBe('classic');
  expect(reason).toContain('dropout 0.5');
  const bytesFirst = { type: 'Sequence', pretokenizers: [byteLevel, { type: 'Digits', individual_digits: true }] };
  const split = JSON.parse(readFileSync(fixturePath('byte-level-bpe'), 'utf8')) as object;
  expect(inspectJson({ ...split, pre_tokenizer: bytesFirst })).toMatchObject({
    engine: 'classic',
    reason: expect.stringContaining('does not end with ByteLevel') as string,
  });
});

it('tells in one line where text may be cut', () => {
  for (const name of fixtureNames) expect(inspect(name).cuts).toMatch(/^[^\n]*$/u);
});

it('inspects the embedded encodings', () => {
  const { engine, model, addedTokens } = Tokenizer.fromEncodingSync('o200k_base').inspect();
  expect(engine).toBe('byte_bpe');
  expect(model).toEqual({ type: 'BPE', vocabSize: 200_000, merges: 199_742 });
  expect(addedTokens).toBe(2);
});
