import { expect, it } from 'vitest';
import { fixturePath } from './fixture.js';
import { runCommand } from './run-command.js';

it('tells what a tokenizer is made of', async () => {
  const { code, stdout, stderr } = await runCommand(['inspect', fixturePath('word-piece')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^model +WordPiece, \d+ entries$/mu);
  expect(stdout).toMatch(/^engine +word_piece: ./mu);
  expect(stdout).toMatch(/^added tokens +5, of which 5 special$/mu);
  expect(stdout).toMatch(/^segments +\S/mu);
  expect(stdout).toMatch(/^literal +supported$/mu);
});

it('prints one JSON object a line', async () => {
  const { stdout } = await runCommand(['inspect', '--json', 'o200k_base', fixturePath('unigram')]);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { tokenizer: 'o200k_base', vocabSize: 200_000, engine: 'byte_bpe', model: { type: 'BPE' } },
    { tokenizer: fixturePath('unigram'), engine: 'unigram', model: { type: 'Unigram' } },
  ]);
});

it('takes the tokenizer from --tokenizer too', async () => {
  const { stdout } = await runCommand(['inspect', '-t', 'cl100k_base', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ tokenizer: 'cl100k_base', vocabSize: 100_261 });
});

it('goes on after one that cannot be loaded', async () => {
  const { code, stdout, stderr } = await runCommand(['inspect', 'nonsense', '--json', fixturePath('unigram')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tokenwell: nonsense: unknown encoding 'nonsense'; .*\n$/u);
  expect(JSON.parse(stdout)).toMatchObject({ model: { type: 'Unigram' } });
});
