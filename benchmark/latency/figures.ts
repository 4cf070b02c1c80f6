import { medianOf } from '../median.js';
import type { ExactCounts } from './exact-counts.js';
import { groupedBy } from '../groups.js';
import { type Distribution, distributionOf } from './percentiles.js';
import type { PhaseSamples } from './run.js';
import type { PoolLatencies } from './server/server-options.js';

/** Requests of any kind that took longer than these are counted, in seconds. */
export const SLOW_SECONDS = [1, 2, 5, 10] as const;

/** Latencies of the counts of one size of prompt, in milliseconds. */
export interface SizeFigures {
  /** Mean length of the prompts in UTF-16 units. */
  readonly units: number;
  readonly seen: Distribution;
  readonly unseen: Distribution;
}

/** What needs a thread of libuv's pool, in milliseconds. */
export interface PoolFigures {
  readonly stat: Distribution;
  readonly readFile: Distribution;
  readonly lookup: Distribution;
}

/** Memory in bytes, medians over the runs. */
export interface MemoryFigures {
  readonly before: number;
  readonly peak: number;
  readonly after: number;
  readonly held: number;
  /** How far the peak lay above the start. */
  readonly growth: number;
}

/** What is told of one arm in one phase, over all its runs. Times are milliseconds. */
export interface Figures {
  readonly runs: number;
  readonly seconds: number;
  readonly probes: Distribution;
  readonly counts: Distribution;
  readonly sizes: readonly SizeFigures[];
  readonly slow: readonly number[];
  readonly onLoop: PoolFigures;
  readonly ofPool: PoolFigures;
  /** The worst gap of the event loop in each run: the median of them, and the largest. */
  readonly worstGap: number;
  readonly largestGap: number;
  readonly gapP99: number;
  readonly memory: MemoryFigures;
  /** Counts whose tokens were not the exact number, and the largest difference, as a share of that number. */
  readonly inexact: number;
  readonly largestError: number;
  readonly estimated: number;
  /** Longest prompt, in UTF-16 units. */
  readonly longestUnits: number;
}

/** One count, without its text. */
interface CheckedCount {
  readonly ms: number;
  readonly seen: boolean;
  readonly size: string;
  readonly units: number;
  readonly estimated: boolean;
  /** Difference from the exact number of tokens, as a share of it. */
  readonly error: number;
}

/** A phase of one run whose counts have been compared with the exact ones; it keeps no text. */
export interface CheckedSamples extends Omit<PhaseSamples, 'counts'> {
  readonly counts: readonly CheckedCount[];
}

/** Compares all counts of a phase with the exact ones. Arms that count nothing differ in all of them. */
export async function checkCounts(samples: PhaseSamples, exact: ExactCounts): Promise<CheckedSamples> {
  const counts: CheckedCount[] = [];
  for (const { prompt, tokens, ms, seen, estimated } of samples.counts) {
    const expected = await exact.of(prompt);
    const error = (tokens - expected) / expected;
    counts.push({ ms, seen, size: JSON.stringify(prompt.size), units: prompt.units, estimated, error });
  }
  return { ...samples, counts };
}

/** Merges the runs of one arm: latencies of all of them together, and medians of what each run has once. */
export function mergeRuns(runs: readonly CheckedSamples[]): Figures {
  const counts = runs.flatMap((run) => run.counts);
  const probes = runs.flatMap((run) => run.probes);
  const reports = runs.flatMap((run) => run.reports);
  const gaps = runs.map((run) => Math.max(...run.reports.map(({ worstGapMs }) => worstGapMs)));
  const requests = [...probes, ...counts.map(({ ms }) => ms)];
  return {
    runs: runs.length,
    seconds: medianOf(runs.map(({ seconds }) => seconds)),
    probes: distributionOf(probes),
    counts: distributionOf(counts.map(({ ms }) => ms)),
    sizes: sizesOf(counts),
    slow: SLOW_SECONDS.map((seconds) => requests.filter((ms) => ms > 1000 * seconds).length),
    onLoop: poolOf(reports.map(({ onLoop }) => onLoop)),
    ofPool: poolOf(reports.map(({ ofPool }) => ofPool)),
    worstGap: medianOf(gaps),
    largestGap: Math.max(...gaps),
    gapP99: medianOf(reports.map(({ gapP99Ms }) => gapP99Ms)),
    memory: memoryOf(runs),
    inexact: counts.filter(({ error }) => error !== 0).length,
    largestError: Math.max(0, ...counts.map(({ error }) => Math.abs(error))),
    estimated: counts.filter(({ estimated }) => estimated).length,
    longestUnits: Math.max(0, ...counts.map(({ units }) => units)),
  };
}

function poolOf(latencies: readonly PoolLatencies[]): PoolFigures {
  return {
    stat: distributionOf(latencies.flatMap(({ stat }) => stat)),
    readFile: distributionOf(latencies.flatMap(({ readFile }) => readFile)),
    lookup: distributionOf(latencies.flatMap(({ lookup }) => lookup)),
  };
}

function memoryOf(runs: readonly CheckedSamples[]): MemoryFigures {
  const median = (field: 'before' | 'peak' | 'after' | 'held'): number =>
    medianOf(runs.map(({ memory }) => memory[field]));
  return {
    before: median('before'),
    peak: median('peak'),
    after: median('after'),
    held: median('held'),
    growth: medianOf(runs.map(({ memory }) => memory.peak - memory.before)),
  };
}

function sizesOf(counts: readonly CheckedCount[]): SizeFigures[] {
  const bySize = groupedBy(counts, ({ size }) => size);
  return [...bySize.values()]
    .map((group) => ({
      units: Math.round(group.reduce((sum, { units }) => sum + units, 0) / group.length),
      seen: distributionOf(group.filter(({ seen }) => seen).map(({ ms }) => ms)),
      unseen: distributionOf(group.filter(({ seen }) => !seen).map(({ ms }) => ms)),
    }))
    .toSorted((one, other) => one.units - other.units);
}
