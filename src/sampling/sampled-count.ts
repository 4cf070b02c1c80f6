/** Estimates the tokens of a text that is too long to be counted. `docs/sampling.md` has the method, and what it is worth. */
import { types } from 'node:util';
import { type Checked, detach, type NativeText } from '../text-input.js';
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

/** A sample that is to be counted. */
export interface PlannedSample {
  readonly text: Checked<NativeText>;
  /** `null` for a text that is too short to be worth sampling: it is counted as a whole. */
  readonly sample: Sample | null;
  readonly tasks: Iterator<GroupText[], void>;
}

/**
 * Plans a sample of `maxExactChars` UTF-16 units or bytes of a text. Windows of a string are cut when they are asked for. Bytes could be changed by then, so theirs are
 * cut, and thereby copied, at once.
 */
export function planSample(text: Checked<NativeText>, maxExactChars: number): PlannedSample {
  const sampleUnits = Math.max(LEAST_SAMPLE_UNITS, maxExactChars);
  if (text.chars <= sampleUnits) {
    return { text: { ...text, native: detach(text.native) }, sample: null, tasks: [].values() };
  }
  const plan = planWindows(text.chars, sampleUnits);
  const tasks = tasksOf(sampledText(text), plan);
  return { text, sample: new Sample(plan), tasks: types.isUint8Array(text.native) ? [...tasks].values() : tasks };
}

/** Estimates the tokens of a text from a sample. Windows cross in tasks, one after the other; the next one is cut while one is counted. */
export async function sampledCount(
  { text, sample, tasks }: PlannedSample,
  countWindows: CountWindows<Promise<WindowCounts>>,
): Promise<TokenCount> {
  try {
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
  { text, sample, tasks }: PlannedSample,
  countWindows: CountWindows<WindowCounts>,
): TokenCount {
  try {
    if (sample === null) return wholeCount(text, countWindows([text.native], true, true));
    for (let task = tasks.next(); !task.done; task = tasks.next()) {
      sample.add(task.value, countWindows(nativeTexts(task.value), false, false).tokens);
    }
    return estimateTokens(sample, text.chars);
  } catch (error) {
    throw withPlaceInText(error, text.native);
  }
}

function nativeTexts(task: readonly GroupText[]): NativeText[] {
  return task.map(({ native }) => native);
}

function wholeCount({ chars }: Checked<NativeText>, { tokens }: WindowCounts): TokenCount {
  return exactCount(tokens[0] ?? 0, chars);
}
