import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Tokenizer, type TokenwellErrorCode } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
const good = readFileSync(fixturePath('byte-level-bpe'), 'utf8');

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function expectRefused(path: string, code: TokenwellErrorCode = 'ERR_TOKENIZER_INVALID'): Promise<void> {
  const { message } = await expectRejection(Tokenizer.fromFile(path), code);
  expect(message).toContain(path);
  expect(message).not.toContain('\n');
  expect(expectThrow(() => Tokenizer.fromFileSync(path), code).message).toBe(message);
}

it('refuses a truncated tokenizer.json, wherever it ends', async () => {
  for (const share of [0.001, 0.2, 0.5, 0.9, 0.999]) {
    await expectRefused(write('truncated.json', good.slice(0, Math.floor(share * good.trimEnd().length))));
  }
});

it('refuses an empty file', async () => {
  await expectRefused(write('empty.json', ''));
});

it('refuses merges of a wrong type', async () => {
  for (const merges of [7, 'a b', [[1, 2]], [['a']], [['a', 'b', 'c']], [null], { a: 'b' }, ['ab']]) {
    const json = JSON.parse(good) as { model: object };
    await expectRefused(write('merges.json', JSON.stringify({ ...json, model: { ...json.model, merges } })));
  }
});

it('refuses merges of tokens that the vocabulary does not have', async () => {
  const json = JSON.parse(good) as { model: object };
  const merges = [['not', 'there']];
  await expectRefused(write('merges.json', JSON.stringify({ ...json, model: { ...json.model, merges } })));
});

it('refuses JSON that is no tokenizer', async () => {
  for (const json of [
    'null',
    '7',
    '"text"',
    '[]',
    '{}',
    '{"model":null}',
    '{"model":{"type":"Nonsense"}}',
    '{"version":"1.0"}',
  ]) {
    await expectRefused(write('other.json', json));
  }
});

it('refuses deeply nested JSON', async () => {
  await expectRefused(write('nested.json', '['.repeat(1_000_000)));
  await expectRefused(write('nested.json', '{"a":'.repeat(1_000_000)));
});

it('refuses 200 MB of noise', async () => {
  const path = join(folder, 'noise.bin');
  // A generator of random bits that any language has in three lines; seeded, so that the noise is the same each time.
  let state = 88_172_645;
  const chunk = new Uint32Array(262_144);
  const file = openSync(path, 'w');
  for (let megabytes = 0; megabytes < 200; megabytes += 1) {
    for (let index = 0; index < chunk.length; index += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      chunk[index] = state;
    }
    writeSync(file, chunk);
  }
  closeSync(file);
  const error = await expectRejection(Tokenizer.fromFile(path), 'ERR_INVALID_UTF8');
  expect(error.message.length).toBeLessThan(500);
  // The same size in valid UTF-8.
  writeFileSync(path, Buffer.alloc(200_000_000, 'noise '));
  await expectRefused(path);
  truncateSync(path);
});

it('refuses a file that is not UTF-8 and names the offset', async () => {
  const bytes = Buffer.from(good);
  const offset = bytes.indexOf('"model"') + 3;
  bytes[offset] = 0xff;
  const path = write('latin1.json', bytes);
  await expectRefused(path, 'ERR_INVALID_UTF8');
  await expectRejection(Tokenizer.fromFile(path), 'ERR_INVALID_UTF8', new RegExp(`\\b${offset}\\b`, 'u'));
});

it('refuses a file over maxFileBytes, and takes one of just that size', async () => {
  const path = write('size.json', good);
  const size = Buffer.byteLength(good);
  const message = new RegExp(`${size}.*${size - 1}`, 'u');
  await expectRejection(Tokenizer.fromFile(path, { maxFileBytes: size - 1 }), 'ERR_TOKENIZER_INVALID', message);
  for (const maxFileBytes of [size, Number.POSITIVE_INFINITY]) {
    const tokenizer = await Tokenizer.fromFile(path, { maxFileBytes });
    expect(tokenizer.vocabSize()).toBeGreaterThan(256);
  }
});

it('refuses a file over 256 MiB unless told otherwise', async () => {
  const path = write('large.json', '');
  truncateSync(path, 256 * 1024 * 1024 + 1);
  await expectRejection(Tokenizer.fromFile(path), 'ERR_TOKENIZER_INVALID', /268435457.*268435456/u);
});
