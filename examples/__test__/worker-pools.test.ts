import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Tokenizer } from '../../index.js';
import { growingChats } from '../growing-chats.js';

/** The tokens of each chat in the end. */
const expected = growingChats().map(({ name, turns }) => {
  using tokenizer = Tokenizer.fromEncodingSync('o200k_base', { segmentCache: false });
  const counts = tokenizer.countBatchSync(turns.at(-1) ?? []);
  return [name, counts.reduce((sum, { tokens }) => sum + tokens, 0)] as const;
});

async function run(example: string): Promise<string> {
  const path = fileURLToPath(new URL(`../${example}`, import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', 'tsx', path]);
  expect(stderr).toBe('');
  return stdout;
}

it('a pool of piscina counts chats as they grow, with one cache for all threads', async () => {
  const printed = await run('piscina-pool.ts');
  for (const [name, tokens] of expected) {
    expect(printed).toMatch(new RegExp(`^${name} +\\d+ +${tokens.toLocaleString('en')}$`, 'mu'));
  }
  const [, found] = /one cache: [\d,]+ entries, ([\d.]+) % of the text was found/u.exec(printed) ?? [];
  expect(Number(found)).toBeGreaterThan(95);
});

it('plain worker threads count what this one counts', async () => {
  const printed = await run('worker-threads.ts');
  const sum = expected.reduce((total, [, tokens]) => total + tokens, 0).toLocaleString('en');
  expect(printed).toContain(`messages: ${sum} tokens.`);
  expect(printed).toContain('Counted again here: the same counts');
});
