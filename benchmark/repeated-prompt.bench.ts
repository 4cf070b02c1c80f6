/** A prompt of 1 MB that is counted again: with the segment cache and without. Method and caveats: `benchmark/README.md`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../examples/table.js';
import { Tokenizer } from '../index.js';
import { type SeededRandom, seededRandom } from '../scripts/sample-chats/seeded-random.js';
import { medianOf } from './median.js';
import { sampleTexts } from './texts.js';

const PROMPT_BYTES = 1_000_000;
const PROMPTS = 9;

/** What is timed, in the order in which it happens to each prompt. */
const STEPS = ['first, no cache', 'first', 'again, no cache', 'again'] as const;
type Step = (typeof STEPS)[number];

/** Lines of a source in random order: what no one has counted before, made of words that have been seen. */
function madePrompt(lines: readonly string[], random: SeededRandom): string {
  const prompt: string[] = [];
  let bytes = 0;
  while (bytes < PROMPT_BYTES) {
    const line = random.pick(lines);
    prompt.push(line);
    bytes += Buffer.byteLength(line) + 1;
  }
  return prompt.join('\n');
}

function load(name: string, segmentCache: false | undefined): Promise<Tokenizer> {
  const options = { segmentCache };
  return name.endsWith('.json')
    ? Tokenizer.fromFile(name, options)
    : Tokenizer.fromEncoding(name as 'o200k_base', options);
}

async function millisecondsOf(work: () => Promise<{ readonly tokens: number }>): Promise<[number, number]> {
  const startedMs = performance.now();
  const { tokens } = await work();
  return [performance.now() - startedMs, tokens];
}

/** Medians in milliseconds. Every prompt is counted all four ways, so that a slow moment of the machine falls on all of them. */
async function measure(name: string, prompts: readonly string[]): Promise<Map<Step, number>> {
  const [cached, uncached] = [await load(name, undefined), await load(name, false)];
  const samples = new Map<Step, number[]>(STEPS.map((step) => [step, []]));
  for (const [index, prompt] of prompts.entries()) {
    const counts: number[] = [];
    for (const step of STEPS) {
      const tokenizer = step.endsWith('no cache') ? uncached : cached;
      const [milliseconds, tokens] = await millisecondsOf(() => tokenizer.count(prompt));
      counts.push(tokens);
      // The first prompt only warms the process up.
      if (index > 0) samples.get(step)?.push(milliseconds);
    }
    if (new Set(counts).size > 1) throw new Error(`${name}: prompt ${index} has ${counts.join(', ')} tokens`);
  }
  return new Map([...samples].map(([step, values]) => [step, medianOf(values)]));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tokenizer: { type: 'string', short: 't', multiple: true, default: ['o200k_base'] } },
});
const sources =
  positionals.length === 0
    ? sampleTexts().map(({ name, text }) => ({ name, text }))
    : positionals.map((file) => ({ name: file.replace(/^.*\//u, ''), text: readFileSync(file, 'utf8') }));

const rows: string[][] = [];
for (const tokenizer of values.tokenizer) {
  for (const { name, text } of sources) {
    const random = seededRandom(1);
    const lines = text.split('\n').filter((line) => line !== '');
    const medians = await measure(
      tokenizer,
      Array.from({ length: PROMPTS + 1 }, () => madePrompt(lines, random)),
    );
    const of = (step: Step): number => medians.get(step) ?? Number.NaN;
    rows.push([
      tokenizer.replace(/^.*\/(?=[^/]+\/)/u, ''),
      name,
      ...STEPS.map((step) => of(step).toFixed(2)),
      `${(of('first, no cache') / of('again')).toFixed(1)}x`,
      `${(of('again, no cache') / of('again')).toFixed(1)}x`,
    ]);
  }
}
console.log(`prompts of 1 MB, milliseconds, medians of ${PROMPTS}; ${process.version}\n`);
printTable(['tokenizer', 'text', ...STEPS, 'again / first, no cache', 'again / again, no cache'], rows, 2);
