import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../__test__/temporary-folder.js';
import { KINDS } from '../transfer/inputs.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();

interface Recorded {
  readonly crossings: readonly { readonly kind: string; readonly units: number; readonly held: number }[];
  readonly small: readonly { readonly way: string; readonly units: number; readonly latency: number }[];
}

it('measures every kind of input in every size, with equal counts, and records figures and a chart', () => {
  const command = ['--import', 'tsx', 'benchmark/transfer.bench.ts', '--quick', '--out', folder];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toContain('all counts equal');
  const [json, svg, ...others] = readdirSync(folder).toSorted();
  expect(others).toEqual([]);
  const { crossings, small } = JSON.parse(readFileSync(join(folder, json ?? ''), 'utf8')) as Recorded;
  const sizes = [1000, 1_200_000];
  expect(crossings.map(({ kind, units }) => [kind, units])).toEqual(
    sizes.flatMap((units) => KINDS.map((kind) => [kind, units])),
  );
  for (const { held } of crossings) expect(held).toBeGreaterThan(0);
  expect(small.map(({ units }) => units)).toEqual([10, 100, 1000].flatMap((units) => [units, units, units, units]));
  for (const { latency } of small) expect(latency).toBeGreaterThan(0);
  expect(readFileSync(join(folder, svg ?? ''), 'utf8')).toContain('{ parts } of 256');
}, 600_000);
