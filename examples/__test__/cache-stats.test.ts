import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parsePrometheus } from '../../__test__/prometheus-parser.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TURNS = 12;

/** The same texts as in the example, written anew here. */
function messageBytes(): number[] {
  const { messages } = JSON.parse(readFileSync(`${root}examples/chats/support.json`, 'utf8')) as {
    messages: { role: string; content: string }[];
  };
  return messages.slice(0, TURNS).map(({ role, content }) => Buffer.byteLength(`${role}\n${content}`));
}

describe('the stats of a chat that grows', () => {
  let rows: string[][] = [];
  let page = '';

  beforeAll(() => {
    const printed = execFileSync(process.execPath, ['--import', 'tsx', 'examples/cache-stats.ts'], {
      cwd: root,
      encoding: 'utf8',
    });
    const [table = '', rest = ''] = printed.split('\n\n');
    rows = table
      .split('\n')
      .slice(2)
      .map((line) => line.trim().split(/\s{2,}/u));
    page = rest;
  });

  it('has a row for each turn, each on the next clone', () => {
    expect(rows.map(([turn, clone]) => `${turn} ${clone}`)).toEqual(
      Array.from({ length: TURNS }, (_, turn) => `${turn + 1} ${(turn % 3) + 1}`),
    );
    expect(rows[0]?.[3]).toBe('0');
  });

  it('tokenizes each message once, whichever clone counts it', () => {
    const bytes = messageBytes();
    const once = bytes.reduce((sum, size) => sum + size, 0);
    const all = bytes.reduce((sum, size, index) => sum + size * (TURNS - index), 0);
    expect(rows.at(-1)?.[6]).toBe(`${((100 * (all - once)) / all).toFixed(1)} %`);
  });

  it('ends with a page for Prometheus that says the same', () => {
    const metrics = parsePrometheus(`${page.trimEnd()}\n`);
    const value = (name: string): string => String(metrics.get(`tokenwell_segment_cache_${name}`)?.samples[0]?.value);
    const last = rows.at(-1);
    expect([value('hits_total'), value('misses_total'), value('entries')]).toEqual([last?.[3], last?.[4], last?.[7]]);
  });
});
