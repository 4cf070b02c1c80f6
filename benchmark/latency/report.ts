import { printTable } from '../../examples/table.js';
import type { BarGroup, Chart } from '../svg-chart.js';
import { type Figures, type PoolFigures, SLOW_SECONDS } from './figures.js';
import type { Measured, Result } from './measure.js';

/** Bytes of a MiB. */
export const MIB: number = 1024 * 1024;

/** A column of a table: what it is called, and how a figure is shown. */
type Column = readonly [title: string, show: (figures: Figures) => string];

const LATENCIES: readonly Column[] = [
  ['runs', ({ runs }) => String(runs)],
  ['seconds', ({ seconds }) => seconds.toFixed(2)],
  ['probes', ({ probes }) => String(probes.samples)],
  ['p50', ({ probes }) => milliseconds(probes.p50)],
  ['p90', ({ probes }) => milliseconds(probes.p90)],
  ['p99', ({ probes }) => milliseconds(probes.p99)],
  ['max', ({ probes }) => milliseconds(probes.max)],
  ['worst gap', ({ worstGap }) => milliseconds(worstGap)],
  ['counts', ({ counts }) => String(counts.samples)],
  ['avg', ({ counts }) => milliseconds(counts.mean)],
  ['p95', ({ counts }) => milliseconds(counts.p95)],
  [`over ${SLOW_SECONDS.join('/')} s`, ({ slow }) => slow.join('/')],
  ['not exact', ({ inexact }) => String(inexact)],
  ['by at most', ({ largestError }) => percent(largestError, 3)],
];

const MEMORY: readonly Column[] = [
  ['before', ({ memory }) => mebibytes(memory.before)],
  ['peak', ({ memory }) => mebibytes(memory.peak)],
  ['after', ({ memory }) => mebibytes(memory.after)],
  ['held', ({ memory }) => mebibytes(memory.held)],
  ['growth', ({ memory }) => mebibytes(memory.growth)],
];

function poolColumns(poolOf: (figures: Figures) => PoolFigures): Column[] {
  return (['stat', 'readFile', 'lookup'] as const).flatMap((kind): Column[] => [
    [`${kind} p50`, (figures) => milliseconds(poolOf(figures)[kind].p50)],
    ['p99', (figures) => milliseconds(poolOf(figures)[kind].p99)],
    ['max', (figures) => milliseconds(poolOf(figures)[kind].max)],
  ]);
}

/** Figures whose difference from the reference is stated. */
const DIFFERENCES: readonly (readonly [title: string, value: (figures: Figures) => number])[] = [
  ['probe p50', ({ probes }) => probes.p50],
  ['probe p90', ({ probes }) => probes.p90],
  ['probe p99', ({ probes }) => probes.p99],
  ['worst gap', ({ worstGap }) => worstGap],
  ['count avg', ({ counts }) => counts.mean],
  ['count p95', ({ counts }) => counts.p95],
  ['stat p99', ({ onLoop }) => onLoop.stat.p99],
  ['readFile p99', ({ onLoop }) => onLoop.readFile.p99],
  ['lookup p99', ({ onLoop }) => onLoop.lookup.p99],
  ['RSS peak', ({ memory }) => memory.peak],
];

/** Prints all tables of a scenario. */
export function printMeasured({ scenario, processes, results }: Measured): void {
  console.log(`\n${scenario.title}; ${processesText(processes)}\n`);
  console.log('Probes of /health, the event loop and counts, in milliseconds');
  printColumns(results, LATENCIES);
  console.log("\nWhat needs the thread pool, begun by the server's main thread, in milliseconds");
  printColumns(
    results,
    poolColumns(({ onLoop }) => onLoop),
  );
  console.log('\nThe same, begun by a thread that does nothing else');
  printColumns(
    results,
    poolColumns(({ ofPool }) => ofPool),
  );
  console.log('\nRSS in MiB');
  printColumns(results, MEMORY);
  const sizes = results.flatMap(sizeRows);
  if (new Set(sizes.map(([, , units]) => units)).size > 1) {
    console.log('\nCounts by length of the prompt, in milliseconds, of prompts that the server had seen and had not');
    printTable(['phase', 'arm', 'characters', 'seen', 'avg', 'p95', 'unseen', 'avg', 'p95'], sizes, 2);
  }
  printDifferences(scenario.reference, results);
}

/** How many servers there were. */
export function processesText(processes: number): string {
  return processes === 1 ? 'one server process' : `${processes} server processes`;
}

function printColumns(results: readonly Result[], columns: readonly Column[]): void {
  const rows = results.map(({ phase, arm, figures }) => [phase, arm, ...columns.map(([, show]) => show(figures))]);
  printTable(['phase', 'arm', ...columns.map(([title]) => title)], rows, 2);
}

function sizeRows({ phase, arm, figures }: Result): string[][] {
  return figures.sizes.map(({ units, seen, unseen }) => [
    phase,
    arm,
    units.toLocaleString('en'),
    ...[seen, unseen].flatMap(({ samples, mean, p95 }) => [String(samples), milliseconds(mean), milliseconds(p95)]),
  ]);
}

function printDifferences(reference: string, results: readonly Result[]): void {
  const rows = results.flatMap(({ phase, arm, figures }) => {
    const base = results.find((result) => result.phase === phase && result.arm === reference)?.figures;
    if (base === undefined || arm === reference) return [];
    return [[phase, arm, ...DIFFERENCES.map(([, value]) => difference(value(figures), value(base)))]];
  });
  if (rows.length === 0) return;
  console.log(`\nDifference from ${reference}`);
  printTable(['phase', 'arm', ...DIFFERENCES.map(([title]) => title)], rows, 2);
}

/** The figures that tell the arms apart, phase by phase; the shorter bar is the better one in each. */
export function chartOf({ scenario, processes, results }: Measured, machine: string): Chart {
  const groups = [...new Set(results.map(({ phase }) => phase))].flatMap((phase) => {
    const bars = (name: string, unit: string, value: (figures: Figures) => number): BarGroup => ({
      title: `${name}, ${phase}`,
      unit,
      bars: results
        .filter((result) => result.phase === phase && Number.isFinite(value(result.figures)))
        .map(({ arm, figures }) => ({ series: arm, value: value(figures) })),
    });
    return [
      bars('Probe of /health, 99th percentile', 'ms', ({ probes }) => probes.p99),
      bars('Worst gap of the event loop', 'ms', ({ worstGap }) => worstGap),
      bars('A count, 95th percentile', 'ms', ({ counts }) => counts.p95),
      bars('fs.stat, 99th percentile', 'ms', ({ onLoop }) => onLoop.stat.p99),
      bars('Growth of RSS at the peak', 'MiB', ({ memory }) => memory.growth / MIB),
    ].filter((group) => group.bars.length > 0);
  });
  return { title: scenario.title, subtitle: `${processesText(processes)}; ${machine}`, groups };
}

function milliseconds(value: number): string {
  if (Number.isNaN(value)) return '';
  return value < 100 ? value.toFixed(2) : value.toFixed(0);
}

function mebibytes(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}

function percent(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function difference(value: number, base: number): string {
  const share = value / base - 1;
  return Number.isFinite(share) ? `${share >= 0 ? '+' : ''}${percent(share, 0)}` : '';
}
