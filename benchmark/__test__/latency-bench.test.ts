import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../__test__/temporary-folder.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = temporaryFolder();

/** Only ever reached by a run that hangs: all scenarios start some forty servers. */
const TIMEOUT_MS = 600_000;

function bench(...args: string[]): { printed: string; failed: string } {
  const command = ['--import', 'tsx', 'benchmark/latency.bench.ts', '--out', folder, ...args];
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  return { printed: stdout, failed: stderr };
}

interface RecordedArm {
  readonly arm: string;
  readonly phase: string;
  readonly figures: {
    readonly runs: number;
    readonly counts: { readonly samples: number };
    readonly inexact: number;
    readonly slow: readonly number[];
    readonly memory: { readonly before: number; readonly peak: number };
  };
  readonly runs: readonly { readonly rssMib: readonly number[] }[];
}

interface Recorded {
  readonly counted: readonly { readonly contender: string; readonly tokens: number; readonly exact: number }[];
  readonly checks: readonly { readonly name: string; readonly bound: number; readonly verdict: string }[];
  readonly results: readonly RecordedArm[];
}

function recorded(scenario: string): Recorded {
  return JSON.parse(read(`-latency-${scenario}.json`)) as Recorded;
}

function read(ending: string): string {
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith(ending));
  expect(others).toEqual([]);
  return readFileSync(join(folder, name ?? ''), 'utf8');
}

function namesOf(results: readonly RecordedArm[], phase: string): string[] {
  return results.filter((result) => result.phase === phase).map(({ arm }) => arm);
}

it(
  'measures every scenario, compares all counts with the exact ones, and records figures, checks and charts',
  () => {
    const { printed, failed } = bench('--quick');
    expect(failed).toBe('');
    const usual = ['baseline', 'tokenwell', 'tokenwell sync', 'pbkdf2'];

    const single = recorded('single');
    expect(namesOf(single.results, 'idle')).toEqual(['idle']);
    expect(namesOf(single.results, 'one at a time')).toEqual([...usual, 'tokenizers', 'tiktoken']);
    expect(single.counted.map(({ contender }) => contender)).toEqual(
      expect.arrayContaining(['tokenwell', 'tokenwell sync', 'tokenizers', 'tiktoken']),
    );
    for (const { tokens, exact } of single.counted) expect(tokens).toBe(exact);

    expect(namesOf(recorded('huge').results, 'one at a time')).toEqual([...usual, 'tokenwell sampled']);
    const burst = recorded('burst');
    const caches = ['tokenwell without cache', 'tokenwell with full cache'];
    for (const phase of ['burst of 2', 'burst of 4', 'burst of 2 again']) {
      expect(namesOf(burst.results, phase)).toEqual([...usual, ...caches]);
    }
    expect(namesOf(recorded('mixed').results, 'mixed')).toEqual(usual);
    expect(namesOf(recorded('orders').results, 'mixed')).toEqual(['same', 'sequential', 'random', 'created']);
    expect(namesOf(recorded('scraped').results, 'mixed')).toEqual(['tokenwell', 'tokenwell scraped']);
    expect(namesOf(recorded('workers').results, 'burst of 4')).toEqual(['baseline', 'tokenwell', 'tokenwell sync']);
    expect(namesOf(recorded('idle').results, 'idle')).toEqual(['baseline', 'tokenwell']);

    const exact = [...single.results, ...burst.results].filter(({ arm }) => arm.startsWith('tokenwell'));
    for (const { figures, runs } of exact) {
      expect(figures).toMatchObject({ runs: 1, inexact: 0 });
      expect(figures.counts.samples).toBeGreaterThan(0);
      expect(figures.slow).toHaveLength(4);
      expect(figures.memory.peak).toBeGreaterThanOrEqual(figures.memory.before);
      expect(runs[0]?.rssMib.length).toBeGreaterThan(0);
    }

    const checks = [...single.checks, ...burst.checks];
    expect(checks.length).toBeGreaterThan(8);
    for (const { name, verdict } of checks) expect(printed).toMatch(new RegExp(`^${verdict} +${name}: `, 'mu'));
    expect(read('-latency-burst.svg')).toContain('tokenwell without cache');
  },
  TIMEOUT_MS,
);

it(
  'measures two processes and texts that the server holds, for the arms that it is told',
  () => {
    const given = ['--quick', '--burst', '--arms', 'baseline,tokenwell', '--processes', '2', '--body', 'held'];
    expect(bench(...given).failed).toBe('');
    const { results } = recorded('burst-2-processes-held');
    expect(namesOf(results, 'burst of 4')).toEqual(['baseline', 'tokenwell']);
    expect(results.find(({ arm }) => arm === 'tokenwell')?.figures.inexact).toBe(0);
  },
  TIMEOUT_MS,
);

it('names the option, the value and what is allowed when it is told nonsense', () => {
  expect(bench('--traffic', 'sometimes').failed).toContain(
    "--traffic must be one of same, sequential, random, created, but is 'sometimes'",
  );
  expect(bench('--repeats', '0').failed).toContain("--repeats must be a whole number from 1 up, but is '0'");
});
