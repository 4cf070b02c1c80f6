import { printTable } from '../../examples/table.js';
import type { BarGroup, Chart } from '../svg-chart.js';
import type { Measured } from './modes.js';
import type { ReplayFigures } from './replay-run.js';

const MIB = 1024 * 1024;

/** A column of the table: what it is called, and how a figure is shown. */
type Column = readonly [title: string, show: (figures: ReplayFigures) => string];

const COLUMNS: readonly Column[] = [
  ['requests', ({ requests }) => requests.toLocaleString('en')],
  ['tokens', ({ tokens }) => tokens.toLocaleString('en')],
  ['text MiB', ({ textBytes }) => mib(textBytes)],
  ['tokenized MiB', ({ tokenizedBytes }) => mib(tokenizedBytes)],
  ['hit rate', ({ hitRate }) => hitRate.toFixed(4)],
  ['byte hit rate', ({ byteHitRate }) => byteHitRate.toFixed(4)],
  ['hits', ({ hits }) => hits.toLocaleString('en')],
  ['misses', ({ misses }) => misses.toLocaleString('en')],
  ['entries', ({ entries }) => entries.toLocaleString('en')],
  ['cache MiB', ({ cacheBytes }) => mib(cacheBytes)],
  ['evictions', ({ evictions }) => evictions.toLocaleString('en')],
  ['seconds', ({ seconds }) => seconds.toFixed(3)],
  ['p50 ms', ({ p50Ms }) => p50Ms.toFixed(2)],
  ['p99 ms', ({ p99Ms }) => p99Ms.toFixed(2)],
  ['peak RSS MiB', ({ peakRssBytes }) => (peakRssBytes / MIB).toFixed(0)],
];

/** Two digits behind the point, or more where a small figure would be shown as nothing. */
function mib(bytes: number): string {
  return (bytes / MIB).toFixed(bytes > 0 && bytes < MIB / 10 ? 4 : 2);
}

/** Prints a row for each mode. */
export function printModes(measured: readonly Measured[]): void {
  printTable(
    ['mode', ...COLUMNS.map(([title]) => title)],
    measured.map(({ mode, median }) => [mode, ...COLUMNS.map(([, show]) => show(median))]),
  );
}

/** The figures that tell the modes apart; the shorter bar is the better one in each. */
export function chartOfModes(measured: readonly Measured[], title: string, subtitle: string): Chart {
  const group = (name: string, unit: string, value: (figures: ReplayFigures) => number): BarGroup => ({
    title: name,
    unit,
    bars: measured.map(({ mode, median }) => ({ series: mode, value: value(median) })),
  });
  return {
    title,
    subtitle,
    groups: [
      group('Text tokenized', 'MiB', ({ tokenizedBytes }) => tokenizedBytes / MIB),
      group('Cache held', 'MiB', ({ cacheBytes }) => cacheBytes / MIB),
      group('All requests', 'seconds', ({ seconds }) => seconds),
      group('A request, 99th percentile', 'ms', ({ p99Ms }) => p99Ms),
      group('Peak RSS', 'MiB', ({ peakRssBytes }) => peakRssBytes / MIB),
    ],
  };
}
