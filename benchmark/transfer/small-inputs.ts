import { Tokenizer } from '../../index.js';
import { medianOf } from '../median.js';
import { textOf } from './inputs.js';
import { COUNT_OPTIONS, loadNative } from './native.js';

/** One way to count a small text. */
const WAYS = ['count', 'countSync', 'native, inline', 'native, by another thread'] as const;

/** What a call costs, in microseconds, medians over the rounds. */
export interface SmallFigures {
  readonly units: number;
  readonly way: (typeof WAYS)[number];
  /** From the call to its result. */
  readonly latency: number;
  /** Of which the JavaScript thread was at work. */
  readonly held: number;
}

const TEXTS = 64;
const CALLS = 2000;
const US_PER_MS = 1000;

type Count = (text: string) => number | Promise<number>;

/** Measures all ways in turns, on texts that have been counted before. */
export async function measureSmall(sizes: readonly number[], rounds: number): Promise<SmallFigures[]> {
  const tokenizer = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
  const native = loadNative();
  // Before its first task on some text a tokenizer counts nothing at once.
  await native.count('a', COUNT_OPTIONS);
  const counts: Record<(typeof WAYS)[number], Count> = {
    count: async (text) => (await tokenizer.count(text)).tokens,
    countSync: (text) => tokenizer.countSync(text).tokens,
    'native, inline': (text) => native.countInline(text, COUNT_OPTIONS) ?? notInline(text),
    'native, by another thread': (text) => native.count(text, COUNT_OPTIONS),
  };
  const figures: SmallFigures[] = [];
  for (const units of sizes) {
    const texts = smallTexts(units);
    await proveEqual(counts, texts);
    const measured = WAYS.map((): { latency: number; held: number }[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, way] of WAYS.entries()) measured[index]?.push(await measureCalls(counts[way], texts));
    }
    for (const [index, way] of WAYS.entries()) {
      const samples = measured[index] ?? [];
      const median = (field: 'latency' | 'held'): number => medianOf(samples.map((sample) => sample[field]));
      figures.push({ units, way, latency: median('latency'), held: median('held') });
    }
  }
  return figures;
}

function notInline(text: string): never {
  throw new Error(`a text of ${text.length} units was not counted at once`);
}

function smallTexts(units: number): string[] {
  const text = textOf(units * TEXTS, false);
  return Array.from({ length: TEXTS }, (_, index) =>
    Buffer.from(text.slice(index * units, (index + 1) * units)).toString('utf8'),
  );
}

async function proveEqual(counts: Readonly<Record<string, Count>>, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const found = new Set<number>();
    for (const count of Object.values(counts)) found.add(await count(text));
    if (found.size > 1) throw new Error(`one text has ${[...found].join(' and ')} tokens`);
  }
}

async function measureCalls(count: Count, texts: readonly string[]): Promise<{ latency: number; held: number }> {
  const before = performance.eventLoopUtilization();
  const startedMs = performance.now();
  for (let call = 0; call < CALLS; call += 1) {
    const result = count(texts[call % TEXTS] ?? '');
    // Awaiting a number would cost a blocking call more than it has to.
    if (typeof result !== 'number') await result;
  }
  const latency = performance.now() - startedMs;
  const { active } = performance.eventLoopUtilization(before);
  return { latency: (latency * US_PER_MS) / CALLS, held: (active * US_PER_MS) / CALLS };
}
