import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { medianOf } from '../median.js';
import { type ReplayFigures, runReplay } from './replay-run.js';
import type { Settings } from './settings.js';

/** One way to serve the same traffic. */
export interface Mode {
  readonly name: string;
  readonly args: readonly string[];
}

/** The measurements of a mode, one a round, and of each figure the median. */
export interface Measured {
  readonly mode: string;
  readonly median: ReplayFigures;
  readonly rounds: readonly ReplayFigures[];
}

/** The last one, which has no cache, is what the others are compared with. */
export function modesOf({ copies, clients }: Settings): Mode[] {
  const pool = ['--copies', String(copies), '--clients', String(clients)];
  return [
    { name: 'one tokenizer', args: ['--copies', '1', '--clients', '1'] },
    { name: `${copies} clones, shared`, args: pool },
    { name: `${copies} clones, separate`, args: [...pool, '--separate'] },
    { name: `${copies} clones, no cache`, args: [...pool, '--no-cache'] },
  ];
}

/**
 * Proves that all modes give the same ids for each request: they are encoded once more and their digests compared.
 *
 * @returns the number of requests.
 */
export async function proveEqualIds(modes: readonly Mode[], given: readonly string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tokenwell-proof-'));
  try {
    const digests: string[][] = [];
    for (const { args } of modes) {
      const file = join(folder, 'digests');
      // Without a cache there is no budget to set.
      await runReplay([...withoutBudget(given, args), ...args, '--digests', file]);
      digests.push(readFileSync(file, 'utf8').trimEnd().split('\n'));
    }
    const expected = digests.at(-1) ?? [];
    for (const [index, found] of digests.entries()) {
      const at = expected.findIndex((digest, request) => digest !== found[request]);
      if (at >= 0) throw new Error(`${modes[index]?.name}: other ids than without a cache in request ${at}`);
      if (found.length !== expected.length) throw new Error(`${modes[index]?.name}: ${found.length} requests`);
    }
    return expected.length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures each mode once a round, in another order each time, so that a slow moment of the machine falls on all of them. */
export async function measureInTurns(
  modes: readonly Mode[],
  given: readonly string[],
  rounds: number,
): Promise<Measured[]> {
  const samples = modes.map((): ReplayFigures[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < modes.length; turn += 1) {
      const index = (round + turn) % modes.length;
      const { args } = modes[index] ?? { args: [] };
      samples[index]?.push(await runReplay([...withoutBudget(given, args), ...args]));
    }
  }
  return modes.map(({ name }, index) => {
    const measured = samples[index] ?? [];
    return { mode: name, median: medianFigures(measured), rounds: measured };
  });
}

function withoutBudget(given: readonly string[], args: readonly string[]): readonly string[] {
  const at = given.indexOf('--cache-mib');
  return at >= 0 && args.includes('--no-cache') ? given.toSpliced(at, 2) : given;
}

/** Which thread comes first decides a few hits and misses, so they have medians as times do. */
function medianFigures(rounds: readonly ReplayFigures[]): ReplayFigures {
  const [first] = rounds;
  if (first === undefined) throw new Error('nothing was measured');
  const fields = Object.entries(first).filter(([, value]) => typeof value === 'number') as [
    keyof ReplayFigures,
    number,
  ][];
  return Object.fromEntries(
    fields.map(([field]) => [field, medianOf(rounds.map((figures) => figures[field]))]),
  ) as unknown as ReplayFigures;
}
