/** Encoding whole texts with o200k_base, against npm tiktoken. Method and caveats: `benchmark/README.md`. */
import { Bench } from 'tinybench';
import { printTable } from '../examples/table.js';
import { BASELINE, loadContenders, type Contender } from './contenders.js';
import { medianOf } from './median.js';
import { sampleTexts, type BenchmarkText } from './texts.js';

const ROUNDS = 7;
const MILLISECONDS_A_TURN = 150;

/** No figure is worth anything when the ids differ, so this comes first and ends the run. */
async function proveEqualIds(contenders: readonly Contender[], { name, text }: BenchmarkText): Promise<number> {
  const [first, ...others] = contenders;
  if (first === undefined) throw new Error('nothing to compare');
  const expected = await first.encode(text);
  for (const other of others) {
    const ids = await other.encode(text);
    const at = ids.findIndex((id, index) => id !== expected[index]);
    if (ids.length !== expected.length || at >= 0) {
      throw new Error(`${name}: ${other.name} and ${first.name} differ from token ${at < 0 ? ids.length : at} on`);
    }
  }
  return expected.length;
}

/**
 * Median milliseconds of each contender. They take turns in every round, in another order each time, so that a slow
 * moment of the machine falls on all of them.
 */
async function timeInTurns(contenders: readonly Contender[], text: string): Promise<Map<string, number>> {
  const samples = new Map(contenders.map(({ name }): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const order = [...contenders.slice(round % contenders.length), ...contenders.slice(0, round % contenders.length)];
    for (const contender of order) samples.get(contender.name)?.push(await timeOneTurn(contender, text));
  }
  return new Map([...samples].map(([name, turns]) => [name, medianOf(turns)]));
}

async function timeOneTurn({ name, encode }: Contender, text: string): Promise<number> {
  const bench = new Bench({ time: MILLISECONDS_A_TURN, warmupTime: 30, throws: true });
  bench.add(name, async () => {
    await encode(text);
  });
  const [task] = await bench.run();
  if (task?.result.state !== 'completed') throw new Error(`${name} did not complete: ${task?.result.state}`);
  return task.result.latency.p50;
}

const contenders = await loadContenders('o200k_base');
for (const { name, caveat } of contenders) console.log(`${name}: ${caveat}`);
console.log(`\n${process.version} on ${process.platform}-${process.arch}; ${ROUNDS} rounds, medians\n`);

const rows: string[][] = [];
for (const sample of sampleTexts()) {
  const tokens = await proveEqualIds(contenders, sample);
  const medians = await timeInTurns(contenders, sample.text);
  const baseline = medians.get(BASELINE) ?? Number.NaN;
  for (const [name, milliseconds] of medians) {
    const speed = sample.bytes / 1000 / milliseconds;
    const ratio = baseline / milliseconds;
    rows.push([sample.name, name, String(tokens), milliseconds.toFixed(3), speed.toFixed(1), `${ratio.toFixed(1)}x`]);
  }
}
printTable(['text', 'contender', 'tokens', 'ms', 'MB/s', 'against tiktoken'], rows, 2);
for (const contender of contenders) contender.close();
