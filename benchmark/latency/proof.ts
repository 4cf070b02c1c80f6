import { printTable } from '../../examples/table.js';
import { arm } from './arm.js';
import { type Bench, runSettings } from './measure.js';
import { Poster } from './poster.js';
import type { Prompt } from './prompts.js';
import type { ContenderName } from './server/server-options.js';
import { ServerProcess } from './server-process.js';

/** How many tokens a contender counts in a prompt, beside the exact number. */
export interface Compared {
  readonly contender: ContenderName;
  readonly units: number;
  readonly tokens: number;
  readonly exact: number;
}

/** Those that count; the others answer with nothing. */
const COUNTING: readonly ContenderName[] = ['tokenwell', 'tokenwell sync', 'tokenizers', 'tiktoken'];
const SEED = 3_000_000_019;

/**
 * Lets each contender count a prompt of every size through its own server, before anything is measured. A count of our own that is not exact ends
 * the run; what others count differently is shown, and does not.
 */
export async function compareCounts(bench: Bench): Promise<Compared[]> {
  const { maker, settings, calibration } = bench;
  const { scale } = settings;
  const sizes = [{ units: 1000 }, { units: calibration.largeUnits }, { bytes: scale.burstBytes }];
  const prompts = sizes.map((size, index) => maker.create(SEED + index, size));
  const compared: Compared[] = [];
  for (const contender of COUNTING) compared.push(...(await countBy(contender, prompts, bench)));
  return compared;
}

async function countBy(contender: ContenderName, prompts: readonly Prompt[], bench: Bench): Promise<Compared[]> {
  const { server, poolSize } = runSettings(arm(contender), 1, bench);
  const process = await ServerProcess.start(server, poolSize);
  const poster = new Poster([process]);
  const compared: Compared[] = [];
  try {
    for (const prompt of prompts) {
      const { tokens } = await poster.post(prompt);
      const exact = await bench.exact.of(prompt);
      compared.push({ contender, units: prompt.units, tokens, exact });
      if (contender.startsWith('tokenwell') && tokens !== exact) {
        throw new Error(`${contender} counts ${tokens} tokens where encoding gives ${exact} ids`);
      }
    }
  } finally {
    poster.close();
    await process.stop();
  }
  return compared;
}

/** Prints a row for each contender and prompt. */
export function printCompared(compared: readonly Compared[]): void {
  const rows = compared.map(({ contender, units, tokens, exact }) => [
    contender,
    units.toLocaleString('en'),
    tokens.toLocaleString('en'),
    exact.toLocaleString('en'),
    String(tokens - exact),
  ]);
  printTable(['contender', 'characters', 'tokens', 'exact', 'difference'], rows);
}
