import { printTable } from '../../examples/table.js';
import type { Chart } from '../svg-chart.js';
import { type ReplayFigures, runReplay } from './replay-run.js';

/** What a policy made of a budget. */
export interface PolicyResult {
  readonly budgetMib: number;
  readonly eviction: 'lru' | 'tinylfu';
  readonly figures: ReplayFigures;
}

const BUDGETS_MIB = [2, 8, 16, 64] as const;
const POLICIES = ['lru', 'tinylfu'] as const;

/** Replays the traffic with each policy at each budget. One client: the order of lookups, and so each figure, is the same in every run. */
export async function measurePolicies(given: readonly string[]): Promise<PolicyResult[]> {
  const results: PolicyResult[] = [];
  for (const budgetMib of BUDGETS_MIB) {
    for (const eviction of POLICIES) {
      const args = ['--clients', '1', '--cache-mib', String(budgetMib), '--eviction', eviction];
      results.push({ budgetMib, eviction, figures: await runReplay([...given, ...args]) });
    }
  }
  return results;
}

const percent = (rate: number): string => `${(100 * rate).toFixed(2)} %`;

/** Prints a row for each budget and policy. */
export function printPolicies(results: readonly PolicyResult[]): void {
  const rows = results.map(({ budgetMib, eviction, figures }) => [
    `${budgetMib} MiB`,
    eviction,
    percent(figures.hitRate),
    percent(figures.byteHitRate),
    figures.misses.toLocaleString('en'),
    (figures.tokenizedBytes / 1024 / 1024).toFixed(2),
    figures.entries.toLocaleString('en'),
    figures.evictions.toLocaleString('en'),
    figures.seconds.toFixed(3),
  ]);
  const header = [
    'budget',
    'eviction',
    'hit rate',
    'byte hit rate',
    'misses',
    'tokenized MiB',
    'entries',
    'evictions',
    'seconds',
  ];
  printTable(header, rows, 2);
}

/** Byte hit rates by budget, all on one scale. */
export function chartOfPolicies(results: readonly PolicyResult[], title: string, subtitle: string): Chart {
  const groups = BUDGETS_MIB.map((budgetMib) => ({
    title: `Budget of ${budgetMib} MiB`,
    unit: '% of bytes found',
    fullScale: 100,
    bars: results
      .filter((result) => result.budgetMib === budgetMib)
      .map(({ eviction, figures }) => ({
        series: eviction,
        value: 100 * figures.byteHitRate,
        label: percent(figures.byteHitRate),
      })),
  }));
  return { title, subtitle, groups };
}
