import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixturePath } from './fixture.js';
import { runCommand, runOnFixture } from './run-command.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const two = file('two.txt', 'The tokens');
const emoji = file('emoji.txt', 'a\u{1F600}é');

it('prints the number of tokens and the file', async () => {
  expect(await runOnFixture(['count', two])).toEqual({ code: 0, stdout: `2 ${two}\n`, stderr: '' });
});

it('counts with o200k_base unless told otherwise', async () => {
  const { stdout } = await runCommand(['count', emoji, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ tokens: 3, chars: 4 });
});

it('prints several files in lines and their sum', async () => {
  const { stdout } = await runOnFixture(['count', two, two]);
  expect(stdout).toBe(`         2 ${two}\n         2 ${two}\n         4 total\n`);
});

it('prints one JSON object a line', async () => {
  const { code, stdout } = await runOnFixture(['count', '--json', two, emoji]);
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const ms: unknown = expect.any(Number);
  expect(lines).toEqual([
    { file: two, tokens: 2, estimated: false, low: 2, high: 2, chars: 10, ms },
    { file: emoji, tokens: 6, estimated: false, low: 6, high: 6, chars: 4, ms },
  ]);
  expect(Object.keys(lines[0] ?? {})).toEqual(['file', 'tokens', 'estimated', 'low', 'high', 'chars', 'ms']);
});

it('reads the standard input for - and when no file is given', async () => {
  expect((await runOnFixture(['count', '-'], 'The tokens')).stdout).toBe('2 -\n');
  expect((await runOnFixture(['count'], 'The tokens')).stdout).toBe('2 -\n');
  expect((await runOnFixture(['count'], '')).stdout).toBe('0 -\n');
});

it('takes an encoding, a tokenizer.json and a folder', async () => {
  const { stdout } = await runCommand(['count', emoji, '--tokenizer', 'cl100k_base', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ tokens: 4 });
  file('tokenizer.json', Buffer.from(''));
  expect((await runCommand(['count', two, '-t', folder])).stderr).toContain('tokenizer.json');
});

async function countSpecial(...options: string[]): Promise<string> {
  const args = ['count', '-', '-t', fixturePath('word-piece'), ...options];
  return (await runCommand(args, 'the [SEP] tokens')).stdout;
}

it('counts special tokens as text, or matches them, or adds the template', async () => {
  expect(await countSpecial()).toBe(await countSpecial('--special-tokens', 'text'));
  expect(await countSpecial('--special-tokens=match')).toBe('3 -\n');
  expect(await countSpecial('--special-tokens=match', '--add-special-tokens')).toBe('5 -\n');
  expect(await countSpecial('--special-tokens=match', '--no-add-special-tokens')).toBe('3 -\n');
});

it('shows no progress bar in a pipe', async () => {
  const { stderr } = await runOnFixture(['count', file('long.txt', 'The tokens are counted.\n'.repeat(400_000))]);
  expect(stderr).toBe('');
});

it('goes on with the other files after one that fails, and ends with 1', async () => {
  const missing = join(folder, 'missing.txt');
  const { code, stdout, stderr } = await runOnFixture(['count', '--json', missing, two]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ file: two, tokens: 2 });
  expect(stderr).toBe(`tokenwell: ${missing}: no such file\n`);
});

it('estimates long files and says so, unless it is told to be exact', async () => {
  const long = file('long.txt', 'The tokens of a long file, line by line.\n'.repeat(120_000));
  const { stdout } = await runCommand(['count', long, two]);
  const [, tokens, low, high] =
    /^ *~(\d+) .*long\.txt \(an estimate: (\d+) to (\d+); --exact counts\)$/mu.exec(stdout) ?? [];
  expect(stdout).toMatch(/^ *2 .*two\.txt$/mu);
  expect(stdout).toMatch(/^ *~\d+ total \(an estimate: /mu);
  const exact = await runCommand(['count', '--exact', '--json', long]);
  const counted = JSON.parse(exact.stdout) as { tokens: number };
  expect(counted).toMatchObject({ estimated: false });
  expect(Number(low)).toBeLessThanOrEqual(counted.tokens);
  expect(Number(high)).toBeGreaterThanOrEqual(counted.tokens);
  expect(Math.abs(Number(tokens) - counted.tokens) / counted.tokens).toBeLessThan(0.01);
  const json = await runCommand(['count', '--json', long]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    estimated: true,
    tokens: Number(tokens),
    low: Number(low),
    high: Number(high),
  });
});
