import { groupedBy } from '../groups.js';
import { medianOf } from '../median.js';
import type { Outcome } from './study.js';
import { BASELINE } from './variants.js';

export const HEADER: readonly string[] = [
  'tokenizer',
  'estimate',
  'mixes',
  'worst error',
  'mean error',
  'bias',
  'bounds hold',
  'half width',
  'ms',
  'time / 16 plain',
];

/** One row for each way to estimate, with what `keyOf` tells apart in the column before it. */
export function rowsOf(outcomes: readonly Outcome[], keyOf: (outcome: Outcome) => string): string[][] {
  const groups = groupedBy(outcomes, (outcome) => `${keyOf(outcome)}\n${outcome.variant}`);
  const baseline = new Map(
    outcomes.flatMap(({ variant, tokenizer, mix, ms }) => (variant === BASELINE ? [[`${tokenizer} ${mix}`, ms]] : [])),
  );
  return Array.from(groups, ([key, group]) => {
    const errors = group.map(({ tokens, exact }) => (100 * (tokens - exact)) / exact);
    const held = group.filter(({ low, high, exact }) => low <= exact && exact <= high).length;
    const widths = group.map(({ low, high, exact }) => (50 * (high - low)) / exact);
    const ratios = group.map(({ tokenizer, mix, ms }) => ms / (baseline.get(`${tokenizer} ${mix}`) ?? Number.NaN));
    return [
      ...key.split('\n'),
      String(group.length),
      percent(Math.max(...errors.map(Math.abs))),
      percent(meanOf(errors.map(Math.abs))),
      percent(meanOf(errors)),
      `${((100 * held) / group.length).toFixed(1)}%`,
      percent(meanOf(widths)),
      medianOf(group.map(({ ms }) => ms)).toFixed(0),
      medianOf(ratios).toFixed(2),
    ];
  });
}

function percent(value: number): string {
  return `${value.toFixed(3)}%`;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
