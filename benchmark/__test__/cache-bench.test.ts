import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { chatMessages, chatMlTokenizerJson } from '../../__test__/growing-chat.js';
import { temporaryFolder } from '../../__test__/temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();
const model = join(folder, 'small-model.json');
writeFileSync(model, chatMlTokenizerJson());

function bench(...args: string[]): string {
  const command = ['--import', 'tsx', 'benchmark/cache.bench.ts', '--out', folder, '-t', model, ...args];
  return execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
}

function record(ending: string): string {
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith(ending));
  expect(others).toEqual([]);
  return readFileSync(join(folder, name ?? ''), 'utf8');
}

it('misses 42 segments in a chat that grows over 40 requests, and with a cache each 162', () => {
  const printed = bench('--growing-chat', '--rounds', '1');
  expect(printed).toContain('equal ids in all 4 modes, in each of 40 requests');
  const { modes } = JSON.parse(record('-cache-small-model-growing-chat.json')) as {
    modes: { mode: string; median: object }[];
  };
  expect(modes).toMatchObject([
    { mode: 'one tokenizer', median: { hits: 3238, misses: 42, entries: 42 } },
    { mode: '4 clones, shared', median: { hits: 3238, misses: 42, entries: 42 } },
    { mode: '4 clones, separate', median: { hits: 3118, misses: 162, entries: 162 } },
    { mode: '4 clones, no cache', median: { hits: 0, misses: 0, entries: 0 } },
  ]);
  expect(record('-growing-chat.svg')).toContain('4 clones, separate');
});

it('tells hit rates by budget and policy, of traffic that it is given', () => {
  const traffic = join(folder, 'traffic.jsonl');
  writeFileSync(traffic, `${JSON.stringify({ messages: chatMessages(8), cuts: [2, 4, 8, 16] })}\n`);
  const printed = bench('--policies', '--label', 'test', traffic);
  expect(printed.match(/^(2|8|16|64) MiB +(lru|tinylfu) /gmu)).toHaveLength(8);
  const { policies } = JSON.parse(record('-cache-policies-small-model-test.json')) as { policies: object[] };
  expect(policies).toHaveLength(8);
  expect(policies[0]).toMatchObject({ budgetMib: 2, eviction: 'lru', figures: { requests: 4, misses: 11 } });
});

it('grows the sample chats in turns unless it is told otherwise, and proves equal ids only', () => {
  expect(bench('--rounds', '0')).toMatch(/equal ids in all 4 modes, in each of 1\d\d requests\n\n$/u);
});
