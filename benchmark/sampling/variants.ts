/** The ways to estimate that are compared. */
import { estimateTokens } from '../../src/sampling/estimate.js';
import { Sample } from '../../src/sampling/sample.js';
import { planSample, sampledCount } from '../../src/sampling/sampled-count.js';
import { sampledText } from '../../src/sampling/sampled-text.js';
import { planWindows, type WindowPlan } from '../../src/sampling/window-plan.js';
import { tasksOf } from '../../src/sampling/window-tasks.js';
import type { Counter } from './counter.js';
import { estimatePlainly, type Ratio } from './plain-windows.js';

/** An estimate and its bounds, in tokens. */
export interface Estimate {
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
}

export interface Variant {
  readonly name: string;
  /** Whether it is compared on every vocabulary, and not only in the study of all variants. */
  readonly isFinalist?: boolean;
  readonly estimate: (text: string, sampleUnits: number, counter: Counter) => Promise<Estimate>;
}

/** The one that all times are compared with. */
export const BASELINE = '16 plain windows';

/** What the package does. */
export const SHIPPED = 'shipped: joined windows of 480';

export const VARIANTS: readonly Variant[] = [
  { ...plain(16), isFinalist: true },
  plain(256),
  plain(1024),
  plain(4096),
  plain(16_384),
  trimmed(1024, 'combined'),
  trimmed(4096, 'combined'),
  trimmed(4096, 'separate'),
  joined('joined windows of 3840', { windowUnits: 3840 }),
  joined('joined windows of 960', { windowUnits: 960 }),
  joined('joined windows of 240', { windowUnits: 240 }),
  {
    name: SHIPPED,
    isFinalist: true,
    estimate: (text, sampleUnits, counter) =>
      sampledCount(planSample(checked(text), sampleUnits), counter.countWindows),
  },
  joined('joined windows of 120', { windowUnits: 120 }),
  joined('of 480, equal strata', { isEqual: true }),
  joined('of 480, edges not moved', { isUnmoved: true }),
  joined('of 480, not corrected', { isUncorrected: true }),
  joined('of 480, neither', { isUnmoved: true, isUncorrected: true }),
];

/** Windows that are counted as texts of their own, whatever they cut. */
function plain(windows: number): Variant {
  return {
    name: `${windows} plain windows`,
    estimate: (text, sampleUnits, { countTexts }) =>
      estimatePlainly(text, sampleUnits, windows, countTexts, 'combined'),
  };
}

/** Windows that are counted from the first to the last place where text can be cut. */
function trimmed(windows: number, ratio: Ratio): Variant {
  return {
    name: `${windows} trimmed windows, ${ratio}`,
    estimate: (text, sampleUnits, { countWindows }) => estimatePlainly(text, sampleUnits, windows, countWindows, ratio),
  };
}

interface Changes {
  readonly windowUnits?: number;
  /** Strata of one length. */
  readonly isEqual?: boolean;
  /** Edges that stay where they are, if that splits no character. */
  readonly isUnmoved?: boolean;
  /** What edges add stays in the estimate. */
  readonly isUncorrected?: boolean;
}

/** What the package does, with changes. */
function joined(name: string, { windowUnits, isEqual, isUnmoved, isUncorrected }: Changes): Variant {
  return {
    name,
    async estimate(text, sampleUnits, { countWindows }) {
      const planned = planWindows(text.length, sampleUnits, windowUnits);
      const plan = { ...planned, ...(isEqual ? equalStrata(planned, text.length) : {}) };
      const sample = new Sample(plan);
      const tasks = tasksOf(sampledText(checked(text)), isUnmoved ? { ...plan, reachUnits: -1 } : plan);
      for (let task = tasks.next(); !task.done;) {
        const counting = countWindows(task.value.map(({ native }) => native));
        const next = tasks.next();
        sample.add(task.value, (await counting).tokens);
        task = next;
      }
      if (!isUncorrected) return estimateTokens(sample, text.length);
      // The frame, which is no part of the text, is a constant: two words a group.
      const growth = sample.growth().map(() => 2);
      return estimateTokens({ tokens: sample.tokens, units: sample.units, growth: () => growth }, text.length);
    },
  };
}

/** The same windows' lengths, all of them equal, at the same chance in strata that are equal too. */
function equalStrata({ starts, ends }: WindowPlan, chars: number): Pick<WindowPlan, 'starts' | 'ends'> {
  const stratum = chars / starts.length;
  const length = ends.reduce((sum, end, index) => sum + end - (starts[index] ?? 0), 0) / starts.length;
  const chance = (index: number): number => ((index + 1) * 0.618_033_988_749_894_8) % 1;
  const equal = starts.map((_, index) => Math.floor(index * stratum + chance(index) * (stratum - length)));
  return { starts: equal, ends: equal.map((start) => Math.floor(start + length)) };
}

function checked(text: string): { native: string; chars: number; bytes: number } {
  return { native: text, chars: text.length, bytes: 2 * text.length };
}
