/** A prompt of 1 MB that is counted again: with the segment cache and without. Method and caveats: `benchmark/README.md`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable } from '../examples/table.js';
import { Tokenizer } from '../index.js';
import { type SeededRandom, seededRandom } from '../scripts/sample-chats/seeded-random.js';
import { medianOf } from './median.js';
import { sampleTexts } from './texts.js';

const PROMPT_BYTES = 1_000_000;
/** New prompts a text, each counted all four ways. */
const ROUNDS = 9;

/** What is timed, in the order in which it happens to each prompt. */
const STEPS = ['first, no cache', 'first', 'again, no cache', 'again'] as const;

interface Source {
  readonly name: string;
  readonly text: string;
}

/** Lines of a source in random order: what no one has counted before, made of words that have been seen. */
function shuffledPrompt({ text }: Source, random: SeededRandom): string {
  const lines = text.split('\n').filter((line) => line !== '');
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

/** Counts a prompt all four ways, so that a slow moment of the machine falls on all of them, and gives the milliseconds. */
function timeSteps(cached: Tokenizer, uncached: Tokenizer, prompt: string): number[] {
  const times: number[] = [];
  const counts = new Set<number>();
  for (const step of STEPS) {
    const tokenizer = step.endsWith('no cache') ? uncached : cached;
    const startedMs = performance.now();
    counts.add(tokenizer.countSync(prompt).tokens);
    times.push(performance.now() - startedMs);
  }
  if (counts.size > 1) throw new Error(`one prompt has ${[...counts].join(' and ')} tokens`);
  return times;
}

/** Prompts of words that have been seen: only the prompt itself is new. */
async function timeShuffled(tokenizer: string, source: Source): Promise<number[][]> {
  const [cached, uncached] = [await load(tokenizer, undefined), await load(tokenizer, false)];
  const random = seededRandom(1);
  timeSteps(cached, uncached, shuffledPrompt(source, random));
  const rounds: number[][] = [];
  while (rounds.length < ROUNDS) rounds.push(timeSteps(cached, uncached, shuffledPrompt(source, random)));
  return rounds;
}

/** The text itself, to tokenizers that have only seen another text. */
async function timeUnseen(tokenizer: string, { text }: Source, other: Source): Promise<number[][]> {
  const rounds: number[][] = [];
  while (rounds.length < ROUNDS) {
    const [cached, uncached] = [await load(tokenizer, undefined), await load(tokenizer, false)];
    timeSteps(cached, uncached, other.text.slice(0, PROMPT_BYTES));
    rounds.push(timeSteps(cached, uncached, text.slice(0, PROMPT_BYTES)));
  }
  return rounds;
}

function rowOf(tokenizer: string, source: string, rounds: readonly number[][]): string[] {
  const medians = STEPS.map((_, step) => medianOf(rounds.map((times) => times[step] ?? Number.NaN)));
  const [firstUncached = Number.NaN, , againUncached = Number.NaN, again = Number.NaN] = medians;
  const ratios = [firstUncached / again, againUncached / again].map((ratio) => `${ratio.toFixed(1)}x`);
  return [tokenizer.replace(/^.*\/(?=[^/]+\/)/u, ''), source, ...medians.map((ms) => ms.toFixed(2)), ...ratios];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tokenizer: { type: 'string', short: 't', multiple: true, default: ['o200k_base'] },
    unseen: { type: 'boolean', default: false },
  },
});
const sources: Source[] =
  positionals.length === 0
    ? sampleTexts()
    : positionals.map((file) => ({ name: file.replace(/^.*\//u, ''), text: readFileSync(file, 'utf8') }));

const rows: string[][] = [];
for (const tokenizer of values.tokenizer) {
  for (const [index, source] of sources.entries()) {
    const other = sources[(index + 1) % sources.length] ?? source;
    const rounds = values.unseen ? timeUnseen(tokenizer, source, other) : timeShuffled(tokenizer, source);
    rows.push(rowOf(tokenizer, source.name, await rounds));
  }
}
const what = values.unseen ? 'the text itself, up to 1 MB' : 'prompts of 1 MB, lines in random order';
console.log(`${what}; milliseconds, medians of ${ROUNDS}; ${process.version}\n`);
printTable(['tokenizer', 'text', ...STEPS, 'first, no cache / again', 'again, no cache / again'], rows, 2);
