import { pbkdf2Sync } from 'node:crypto';
import { Tokenizer } from '../../index.js';
import { medianOf } from '../median.js';
import type { PromptMaker } from './prompts.js';
import type { Scale } from './scale.js';

/** What is found out about the machine and the texts before anything is measured. */
export interface Calibration {
  /** Length of a prompt of as many tokens as the scale's large one. */
  readonly largeUnits: number;
  /** Processor time of counting such a prompt for the first time, on all threads together. */
  readonly countMs: number;
  /** Iterations of pbkdf2 that take the processor as long, for each unit of a prompt. */
  readonly iterationsPerUnit: number;
}

const SAMPLE_UNITS = 500_000;
/** Seeds of these prompts, out of the way of all others. */
const SEED = 2_000_000_011;
const ROUNDS = 5;
const ITERATIONS = 100_000;

/** Makes a large prompt as long as it must be, and key derivation as long as a count. */
export async function calibrate(maker: PromptMaker, { largeTokens }: Scale): Promise<Calibration> {
  const tokenizer = await Tokenizer.fromEncoding('o200k_base');
  const sample = maker.create(SEED, { units: SAMPLE_UNITS });
  const { ids } = await tokenizer.encode(sample.body);
  const largeUnits = Math.round((largeTokens * sample.units) / ids.length);
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const text = maker.create(SEED + round, { units: largeUnits }).body.toString('utf8');
    times.push(await processorMs(() => tokenizer.count(text)));
  }
  tokenizer.close();
  // The first rounds have yet to fetch the memory that the others use again.
  const countMs = medianOf(times.slice(2));
  const derivationMs = await processorMs(() => pbkdf2Sync('', '', ITERATIONS, 64, 'sha512'));
  return { largeUnits, countMs, iterationsPerUnit: ((countMs / derivationMs) * ITERATIONS) / largeUnits };
}

async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
