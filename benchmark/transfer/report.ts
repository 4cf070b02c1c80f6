import { printTable } from '../../examples/table.js';
import type { BarGroup, Chart } from '../svg-chart.js';
import type { CrossingFigures } from './crossings.js';
import type { SmallFigures } from './small-inputs.js';

const UNITS_PER_MB = 1_000_000;

/** Prints a row for each kind and size. */
export function printCrossings(figures: readonly CrossingFigures[]): void {
  const rows = figures.map((each) => [
    each.kind,
    each.units.toLocaleString('en'),
    perMb(each.coldUntilReturned, each),
    perMb(each.coldHeld, each),
    perMb(each.untilReturned, each),
    perMb(each.held, each),
    each.untilReturned.toFixed(3),
    each.held.toFixed(3),
    each.longestTurn.toFixed(3),
  ]);
  console.log('\nWhat holds the JavaScript thread while a text crosses; a MB is 1,000,000 UTF-16 units, or bytes\n');
  const header = ['first: call, ms/MB', 'all turns', 'again: call, ms/MB', 'all turns', 'call, ms', 'all turns, ms'];
  printTable(['kind', 'units', ...header, 'longest turn, ms'], rows);
}

/** Prints a row for each way and size. */
export function printSmall(figures: readonly SmallFigures[]): void {
  console.log('\nSmall texts, microseconds a call\n');
  printTable(
    ['way', 'units', 'to the result', 'of the thread'],
    figures.map(({ way, units, latency, held }) => [way, String(units), latency.toFixed(2), held.toFixed(2)]),
  );
}

/** Each size has a scale of its own; the shorter bar is the better one. */
export function chartOfTransfer(
  crossings: readonly CrossingFigures[],
  small: readonly SmallFigures[],
  subtitle: string,
): Chart {
  const sizes = [...new Set(crossings.map(({ units }) => units))];
  const groups = sizes.flatMap((units): BarGroup[] => {
    const some = crossings.filter((each) => each.units === units);
    const bars = (value: (figures: CrossingFigures) => number): BarGroup['bars'] =>
      some.map((each) => ({ series: each.kind, value: value(each) }));
    const size = units.toLocaleString('en');
    return [
      { title: `${size} units, all turns, again`, unit: 'ms a MB', bars: bars(perMbOf) },
      { title: `${size} units, longest turn`, unit: 'ms', bars: bars(({ longestTurn }) => longestTurn) },
    ];
  });
  const smallGroups = [...new Set(small.map(({ units }) => units))].map((units): BarGroup => {
    const bars = small.filter((each) => each.units === units);
    return {
      title: `${units} units, to the result`,
      unit: 'microseconds',
      bars: bars.map(({ way, latency }) => ({ series: way, value: latency })),
    };
  });
  return { title: 'What crossing costs the JavaScript thread', subtitle, groups: [...groups, ...smallGroups] };
}

function perMbOf({ held, units }: CrossingFigures): number {
  return (held * UNITS_PER_MB) / units;
}

function perMb(milliseconds: number, { units }: CrossingFigures): string {
  return ((milliseconds * UNITS_PER_MB) / units).toFixed(3);
}
