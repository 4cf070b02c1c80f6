import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONTROL_IDS, chatFolder } from './chat-tokenizer.js';
import { fixturePath } from './fixture.js';
import { runCommand, runOnFixture } from './run-command.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const text = 'Hello <|endoftext|>\n\u{1F600} größer\t\u001B[0m\n';

it('prints ids in a line', async () => {
  expect(await runOnFixture(['encode', '-'], 'The tokens')).toEqual({ code: 0, stdout: '293 267\n', stderr: '' });
  expect((await runOnFixture(['encode', '-'], '')).stdout).toBe('\n');
});

it('encodes and decodes with o200k_base unless told otherwise', async () => {
  expect((await runCommand(['encode'], 'Hello world')).stdout).toBe('13225 2375\n');
  expect((await runCommand(['decode'], '13225 2375')).stdout).toBe('Hello world');
});

it('prints ids as JSON', async () => {
  const { stdout } = await runOnFixture(['encode', '-', '--json'], 'The tokens');
  expect(JSON.parse(stdout)).toEqual({ file: '-', tokens: 2, ids: [293, 267] });
  expect(JSON.parse((await runOnFixture(['encode', '-', '--json'], '')).stdout)).toEqual({
    file: '-',
    tokens: 0,
    ids: [],
  });
});

it('prints the ids of each file in a line of its own', async () => {
  const path = join(folder, 'hello.txt');
  writeFileSync(path, 'The tokens');
  expect((await runOnFixture(['encode', path, path])).stdout).toBe('293 267\n293 267\n');
});

async function onWordPiece(args: readonly string[], input: string): Promise<string> {
  return (await runCommand([...args, '-', '-t', fixturePath('word-piece')], input)).stdout;
}

it('adds the template and matches special tokens unless told otherwise', async () => {
  expect(await onWordPiece(['encode'], '[SEP]')).toBe('2 3 3\n');
  expect(await onWordPiece(['encode', '--no-add-special-tokens'], '[SEP]')).toBe('3\n');
  const asText = ['encode', '--no-add-special-tokens', '--special-tokens', 'text'];
  expect(await onWordPiece(asText, '[SEP]')).not.toBe('3\n');
});

it('takes control tokens for text where all is literal', async () => {
  const model = chatFolder(folder, 'chat', { chat_template: '<|assistant|>{{ messages }}' });
  const encode = async (specialTokens: string): Promise<string> =>
    (await runCommand(['encode', '-', '-t', model, '--special-tokens', specialTokens], 'a<|assistant|>')).stdout;
  expect(await encode('text')).toContain(String(CONTROL_IDS[0]));
  expect(await encode('literal')).not.toContain(String(CONTROL_IDS[0]));
});

it('decodes what it encoded to the same text', async () => {
  const { stdout: ids } = await runOnFixture(['encode', '-'], text);
  expect(await runOnFixture(['decode', '-'], ids)).toEqual({ code: 0, stdout: text, stderr: '' });
});

it('encodes and decodes more ids than it writes at once', async () => {
  const long = 'The tokens '.repeat(70_000);
  const { stdout: ids } = await runOnFixture(['encode'], long);
  expect(ids.trimEnd().split(' ')).toHaveLength(210_000);
  expect((await runOnFixture(['decode'], ids)).stdout).toBe(long);
  const { stdout: json } = await runOnFixture(['encode', '--json'], long);
  expect((JSON.parse(json) as { ids: number[] }).ids.join(' ')).toBe(ids.trimEnd());
});

it.each(['293 267', '293,267', ' 293,\n\t267 \n', '[293, 267]', '[293,267]\n'])('decodes %j', async (ids) => {
  expect((await runOnFixture(['decode', '-'], ids)).stdout).toBe('The tokens');
});

it('decodes nothing to nothing', async () => {
  for (const ids of ['', ' \n', '[]']) expect((await runOnFixture(['decode'], ids)).stdout).toBe('');
});

it('leaves out special tokens when it is told to', async () => {
  expect(await onWordPiece(['decode'], '2 3')).toBe('[CLS] [SEP]');
  expect(await onWordPiece(['decode', '--skip-special-tokens'], '2 3')).toBe('');
});

it('decodes to JSON, with control characters escaped', async () => {
  const { stdout: ids } = await runOnFixture(['encode', '-'], text);
  const { stdout } = await runOnFixture(['decode', '-', '--json'], ids);
  expect(JSON.parse(stdout)).toMatchObject({ file: '-', text });
  expect(stdout.trimEnd()).not.toMatch(/\p{Cc}/u);
});

it.each([
  ['12 x1', "'x1' is not a token id"],
  ['-1', "'-1' is not a token id"],
  ['1.5', "'1.5' is not a token id"],
  ['[1, "2"]', `'"2"' is not a token id`],
  ['[1, null]', "'null' is not a token id"],
  ['[1, 2', 'not a JSON array of token ids'],
  ['4000000000', '4000000000'],
  ['99999999999999999999', 'no vocabulary has'],
])('refuses %j', async (ids, message) => {
  const { code, stdout, stderr } = await runOnFixture(['decode', '-'], ids);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^tokenwell: -: [^\n]+\n$/u);
  expect(stderr).toContain(message);
});
