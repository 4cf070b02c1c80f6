import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { type Chart, svgChart } from './svg-chart.js';

/** What a figure depends on besides the code. */
export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly processor: string;
  readonly processors: number;
}

/** The machine that this runs on. */
export function thisMachine(): Machine {
  return {
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    processor: cpus()[0]?.model ?? 'unknown',
    processors: availableParallelism(),
  };
}

/**
 * Keeps the results of a run as `DATE-NAME.json` and `DATE-NAME.svg`, and says where. A later run of the same day and name replaces them.
 */
export function writeRecord(folder: string, name: string, results: object, chart: Chart): string {
  const date = new Date().toISOString().slice(0, 10);
  const path = join(folder, `${date}-${name.replaceAll(/[^\w.-]+/gu, '-')}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.json`, `${JSON.stringify({ date, machine: thisMachine(), ...results }, null, 2)}\n`);
  writeFileSync(`${path}.svg`, svgChart(chart));
  return path;
}
