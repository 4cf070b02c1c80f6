import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixturePath } from './fixture.js';
import { COMMAND_PATH, type CommandResult, runCommand, runOnFixture } from './run-command.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();

async function complaint(args: readonly string[], input: string | Uint8Array = ''): Promise<string> {
  return readComplaint(await runCommand(args, input));
}

async function complaintAboutFile(args: readonly string[], input: string | Uint8Array = ''): Promise<string> {
  return readComplaint(await runOnFixture(args, input));
}

function readComplaint({ code, stdout, stderr }: CommandResult): string {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^tokenwell: [^\n]+\n$/u);
  return stderr.slice('tokenwell: '.length, -1);
}

describe('a file', () => {
  it('that is missing', async () => {
    const missing = join(folder, 'missing.txt');
    expect(await complaintAboutFile(['count', missing])).toBe(`${missing}: no such file`);
    expect(await complaintAboutFile(['encode', missing])).toBe(`${missing}: no such file`);
    expect(await complaintAboutFile(['decode', join(fixturePath('unigram'), 'x')])).toMatch(/x: no such file$/u);
  });

  it('that is a folder', async () => {
    expect(await complaintAboutFile(['count', folder])).toBe(`${folder}: is a directory`);
  });

  it('that is not UTF-8: the offset is named', async () => {
    const path = join(folder, 'latin1.txt');
    writeFileSync(path, Buffer.from('größer', 'latin1'));
    expect(await complaintAboutFile(['count', path])).toMatch(/latin1\.txt: .*UTF-8.*\b2\b/u);
    expect(await complaintAboutFile(['count', '-'], Buffer.of(0x61, 0xff))).toMatch(/^-: .*UTF-8.*\b1\b/u);
  });

  it('with control characters in its name: they are escaped', async () => {
    const missing = join(folder, 'a\u001B[31m\nb\u009B\u202Ec');
    expect(await complaintAboutFile(['count', missing])).toBe(
      String.raw`${folder}/a\u001b[31m\u000ab\u009b\u202ec: no such file`,
    );
    writeFileSync(missing, 'The tokens');
    const { stdout } = await runOnFixture(['count', missing]);
    expect(stdout).toBe(String.raw`2 ${folder}/a\u001b[31m\u000ab\u009b\u202ec` + '\n');
    const { stdout: json } = await runOnFixture(['count', '--json', missing]);
    expect(json.trimEnd()).not.toMatch(/[\p{Cc}\u202E]/u);
    expect(JSON.parse(json)).toMatchObject({ file: missing, tokens: 2 });
  });
});

describe('a tokenizer', () => {
  it('that is an unknown encoding: the known ones are listed', async () => {
    const message = "unknown encoding 'p50k_base'; the known ones are cl100k_base, o200k_base";
    expect(await complaint(['count', '-', '--tokenizer', 'p50k_base'])).toBe(message);
    expect(await complaint(['count', '-', '--tokenizer', ''])).toContain("unknown encoding ''");
  });

  it('that is a missing file', async () => {
    const missing = join(folder, 'no', 'tokenizer.json');
    expect(await complaint(['count', '-', '--tokenizer', missing])).toContain(missing);
  });

  it('that is no tokenizer', async () => {
    const path = join(folder, 'package.json');
    writeFileSync(path, '{"name":"x"}');
    expect(await complaint(['count', '-', '--tokenizer', path])).toContain(path);
  });

  it('that is a folder without a tokenizer.json', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    expect(await complaint(['count', '-', '--tokenizer', empty])).toContain(empty);
  });
});

describe('a command line', () => {
  it('without a command', async () => {
    expect(await complaint([])).toMatch(/^no command given; the commands are count, encode, decode, inspect, replay/u);
  });

  it('with an unknown command', async () => {
    expect(await complaint(['cuont', 'x'])).toMatch(/^unknown command 'cuont'; the commands are count, encode/u);
    expect(await complaint(['--json', 'count'])).toMatch(/^unknown command '--json'/u);
  });

  it('with an unknown option', async () => {
    expect(await complaint(['count', '--jason', '-'])).toMatch(/^unknown option --jason; count knows .*--json/u);
    expect(await complaint(['inspect', '--special-tokens', 'text'])).toMatch(/^unknown option --special-tokens/u);
    expect(await complaint(['count', '-x'])).toMatch(/^unknown option -x/u);
  });

  it('with an option that lacks its value, or has one too many', async () => {
    expect(await complaint(['count', '-', '--tokenizer'])).toContain('--tokenizer');
    expect(await complaint(['count', '-', '--json=yes'])).toContain('--json');
  });

  it('with options that make no sense', async () => {
    expect(await complaint(['count', '-', '--special-tokens', 'all'])).toBe(
      "--special-tokens must be match, text or literal, but is 'all'",
    );
    expect(await complaint(['count', '-', '--add-special-tokens', '--no-add-special-tokens'])).toContain('exclude');
  });
});

it('complains about the environment as well', async () => {
  const environment = { ...process.env, TOKENWELL_SEGMENT_CACHE_MIB: 'lots' };
  const child = spawn(process.execPath, [COMMAND_PATH, 'count', fixturePath('unigram')], { env: environment });
  const stderr: string = await new Promise((resolve) => {
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('close', () => resolve(text));
  });
  expect(stderr).toMatch(/^tokenwell: the environment variable TOKENWELL_SEGMENT_CACHE_MIB .*'lots'\n$/u);
  expect(child.exitCode).toBe(1);
});

it('ends quietly when its reader does', async () => {
  const text = 'The tokens '.repeat(200_000);
  const child = spawn(process.execPath, [COMMAND_PATH, 'encode', '-', '-t', fixturePath('byte-level-bpe')]);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(text);
  // As `head` does: read a little and go.
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
