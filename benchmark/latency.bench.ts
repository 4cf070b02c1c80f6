/** What counting does to the rest of a server: its health checks, its thread pool, its memory. Method and caveats: `benchmark/README.md`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from '../index.js';
import { calibrate } from './latency/calibration.js';
import { type Check, checksOf, printChecks } from './latency/checks.js';
import { ExactCounts } from './latency/exact-counts.js';
import { type Bench, chosenArms, type Measured, measureScenario } from './latency/measure.js';
import { Prober } from './latency/prober.js';
import { compareCounts, type Compared, printCompared } from './latency/proof.js';
import { PromptMaker } from './latency/prompts.js';
import { recordOf } from './latency/run-record.js';
import { chartOf, printMeasured } from './latency/report.js';
import { scenarios } from './latency/scenarios.js';
import { readSettings, type Settings, USAGE } from './latency/settings.js';
import { thisMachine, writeRecord } from './record.js';
import { sampleTexts } from './texts.js';

async function prepare(settings: Settings): Promise<Bench> {
  const texts = settings.files.length > 0 ? settings.files.map(read) : sampleTexts().map(({ text }) => text);
  const maker = new PromptMaker(texts);
  const folder = mkdtempSync(join(tmpdir(), 'tokenwell-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tokenizer = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
  const tokenizerJson = join(folder, 'tokenizer.json');
  writeFileSync(tokenizerJson, await tokenizer.serialize());
  const calibration = await calibrate(maker, settings.scale);
  const prober = await Prober.create();
  return { settings, calibration, maker, exact: new ExactCounts(tokenizer), prober, tokenizerJson };
}

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

function report(measured: Measured, bench: Bench, compared: readonly Compared[]): Check[] {
  const { settings } = bench;
  printMeasured(measured);
  const checks = checksOf(measured, settings);
  const { scenario, processes } = measured;
  const { node, platform, processors } = thisMachine();
  const chart = chartOf(measured, `${node} on ${platform}, ${processors} processors`);
  const parts = [
    'latency',
    scenario.name,
    processes > 1 ? `${processes}-processes` : '',
    settings.body === 'string' ? '' : settings.body,
    settings.label,
  ];
  const name = parts.filter((part) => part !== '').join('-');
  const path = writeRecord(settings.out, name, recordOf(measured, bench, compared, checks), chart);
  console.log(`\nwritten: ${path}.json and .svg`);
  return checks;
}

async function run(settings: Settings): Promise<void> {
  const known = scenarios(settings.order);
  const chosen = known
    .filter(({ name }) => settings.scenarios.includes(name))
    .map((scenario) => chosenArms(scenario, settings));
  const bench = await prepare(settings);
  const { countMs, largeUnits } = bench.calibration;
  const units = largeUnits.toLocaleString('en');
  console.log(`a prompt of ${units} characters takes ${countMs.toFixed(0)} ms of processor time to count\n`);
  const compared = await compareCounts(bench);
  printCompared(compared);
  const checks: Check[] = [];
  for (const scenario of chosen) {
    for (const processes of settings.processes) {
      checks.push(...report(await measureScenario(scenario, processes, bench), bench, compared));
    }
  }
  await bench.prober.close();
  console.log('');
  printChecks(checks);
}

const settings = readSettings(process.argv.slice(2));
if (settings === undefined) console.log(USAGE);
else await run(settings);
