import { performance } from 'node:perf_hooks';
import type { Counter } from './counter.js';
import { makeMix, type Shape } from './mixes.js';
import type { Sources } from './sources.js';
import type { Variant } from './variants.js';

/** One estimate of one mix. */
export interface Outcome {
  readonly tokenizer: string;
  readonly variant: string;
  readonly mix: number;
  readonly shape: Shape;
  readonly chars: number;
  readonly exact: number;
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
  readonly ms: number;
}

export interface StudySettings {
  readonly mixes: number;
  readonly seed: number;
  readonly sampleUnits: number;
}

/** Every so many mixes, the exact count is compared with one that no cache had a part in. */
const MIXES_PER_CHECK = 16;

/** Estimates each mix in all ways. They take turns in being the first, so that none always finds the text in the processor's cache. */
export async function* study(
  counter: Counter,
  sources: Sources,
  variants: readonly Variant[],
  { mixes, seed, sampleUnits }: StudySettings,
): AsyncGenerator<Outcome> {
  for (let mix = 0; mix < mixes; mix += 1) {
    const { text, shape } = makeMix(sources, seed, mix);
    const exact = counter.exact(text, mix % MIXES_PER_CHECK === 0);
    for (let turn = 0; turn < variants.length; turn += 1) {
      const variant = variants[(turn + mix) % variants.length];
      if (variant === undefined) continue;
      const startedMs = performance.now();
      const { tokens, low, high } = await variant.estimate(text, sampleUnits, counter);
      const ms = performance.now() - startedMs;
      const what = { tokenizer: counter.name, variant: variant.name, mix, shape, chars: text.length };
      yield { ...what, exact, tokens, low, high, ms };
    }
  }
}
