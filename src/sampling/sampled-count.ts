/** Estimates the tokens of a text that is too long to be counted. `docs/sampling.md` has the method, and what it is worth. */
import type { Checked, NativeText } from '../text-input.js';
import { exactCount, type TokenCount } from '../token-count.js';
import { estimateTokens } from './estimate.js';
import { Sample } from './sample.js';
import { sampledText } from './sampled-text.js';
import { withPlaceInText } from './utf8-fault.js';
import { LEAST_SAMPLE_UNITS, planWindows } from './window-plan.js';
import { type GroupText, tasksOf } from './window-tasks.js';

/** What native code found in windows, window by window. */
export interface WindowCounts {
  readonly tokens: ArrayLike<number>;
}

/** Counts windows; `opens` and `ends` tell whether the first begins, and the last ends, where the text does. */
export type CountWindows<Counts> = (windows: NativeText[], opens: boolean, ends: boolean) => Counts;

/**
 * Estimates the tokens of a text from windows that make up `maxExactChars` UTF-16 units or bytes. They cross in tasks, one after the other; the next one
 * is cut while one is counted.
 */
export async function sampledCount(
  text: Checked<NativeText>,
  maxExactChars: number,
  countWindows: CountWindows<Promise<WindowCounts>>,
): Promise<TokenCount> {
  try {
    const { sample, tasks } = planSample(text, maxExactChars);
    if (sample === null) return wholeCount(text, await countWindows([text.native], true, true));
    for (let task = tasks.next(); !task.done;) {
      const counting = countWindows(nativeTexts(task.value), false, false);
      const next = tasks.next();
      sample.add(task.value, (await counting).tokens);
      task = next;
    }
    return estimateTokens(sample, text.chars);
  } catch (error) {
    throw withPlaceInText(error, text.native);
  }
}

/** The twin of {@link sampledCount} that works on the calling thread. */
export function sampledCountSync(
  text: Checked<NativeText>,
  maxExactChars: number,
  countWindows: CountWindows<WindowCounts>,
): TokenCount {
  try {
    const { sample, tasks } = planSample(text, maxExactChars);
    if (sample === null) return wholeCount(text, countWindows([text.native], true, true));
    for (const task of tasks) sample.add(task, countWindows(nativeTexts(task), false, false).tokens);
    return estimateTokens(sample, text.chars);
  } catch (error) {
    throw withPlaceInText(error, text.native);
  }
}

interface PlannedSample {
  /** `null` for a text that is too short to be worth sampling. */
  readonly sample: Sample | null;
  readonly tasks: Generator<GroupText[], void, void>;
}

function planSample(text: Checked<NativeText>, maxExactChars: number): PlannedSample {
  const sampleUnits = Math.max(LEAST_SAMPLE_UNITS, maxExactChars);
  const plan = planWindows(text.chars, sampleUnits);
  const sample = text.chars > sampleUnits ? new Sample(plan) : null;
  return { sample, tasks: tasksOf(sampledText(text), plan) };
}

function nativeTexts(task: readonly GroupText[]): NativeText[] {
  return task.map(({ native }) => native);
}

function wholeCount({ chars }: Checked<NativeText>, { tokens }: WindowCounts): TokenCount {
  return exactCount(tokens[0] ?? 0, chars);
}
