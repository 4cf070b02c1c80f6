import { expect, it } from 'vitest';
import { type Inspection, Tokenizer } from '../index.js';
import { fixtureNames, fixturePath } from './fixture.js';

const inspect = (name: string): Inspection => Tokenizer.fromFileSync(fixturePath(name)).inspect();

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

it('tells which engine serves and why', () => {
  for (const name of fixtureNames) {
    const tokenizer = Tokenizer.fromFileSync(fixturePath(name));
    const { engine, reason, model, addedTokens } = tokenizer.inspect();
    expect(engine).toBe(tokenizer.engine);
    expect(['pipeline', 'classic', 'byte_bpe']).toContain(engine);
    expect(reason).not.toBe('');
    expect(tokenizer.vocabSize()).toBeGreaterThanOrEqual(model.vocabSize);
    expect(tokenizer.vocabSize()).toBeLessThanOrEqual(model.vocabSize + addedTokens);
  }
});

it('inspects the embedded encodings', () => {
  const { model, addedTokens } = Tokenizer.fromEncodingSync('o200k_base').inspect();
  expect(model).toEqual({ type: 'BPE', vocabSize: 200_000, merges: 199_742 });
  expect(addedTokens).toBe(2);
});
