/** Estimates the tokens of a text that is too long to be counted. [docs/sampling.md](../../docs/sampling.md) has the method and what it is worth. */
import type { Checked, NativeText } from '../text-input.js';
import { exactCount, type TokenCount } from '../token-count.js';
import { estimateTokens } from './estimate.js';
import { Sample } from './sample.js';
import { sampledText } from './sampled-text.js';
import { withPlaceInText } from './utf8-fault.js';
import { LEAST_SAMPLE_UNITS, planWindows } from './window-plan.js';
import { tasksOf } from './window-tasks.js';

/** What native code found in windows, window by window. */
export interface WindowCounts {
  readonly tokens: ArrayLike<number>;
}

/** Counts windows; `opens` and `ends` tell whether the first begins, and the last ends, where the text does. */
export type CountWindows<Counts> = (windows: NativeText[], opens: boolean, ends: boolean) => Counts;

/** Estimates the tokens of a text from about `maxExactChars` UTF-16 units or bytes of it. Windows cross in tasks, each awaited before the next one is cut. */
export async function sampledCount(
  text: Checked<NativeText>,
  maxExactChars: number,
  countWindows: CountWindows<Promise<WindowCounts>>,
): Promise<TokenCount> {
  const steps = sampling(text, maxExactChars);
  try {
    let step = steps.next();
    while (!step.done) step = steps.next((await countWindows(...step.value)).tokens);
    return step.value;
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
  const steps = sampling(text, maxExactChars);
  try {
    let step = steps.next();
    while (!step.done) step = steps.next(countWindows(...step.value).tokens);
    return step.value;
  } catch (error) {
    throw withPlaceInText(error, text.native);
  }
}

/** The arguments of a call of {@link CountWindows}. */
type Task = [windows: NativeText[], opens: boolean, ends: boolean];

/** Cuts task after task, is told how many tokens each of its windows has, and ends with the estimate. */
function* sampling(
  checked: Checked<NativeText>,
  maxExactChars: number,
): Generator<Task, TokenCount, ArrayLike<number>> {
  const { native, chars } = checked;
  const sampleUnits = Math.max(LEAST_SAMPLE_UNITS, maxExactChars);
  if (chars <= sampleUnits) return exactCount((yield [[native], true, true])[0] ?? 0, chars);
  const plan = planWindows(chars, sampleUnits);
  const sample = new Sample(plan);
  for (const task of tasksOf(sampledText(checked), plan)) {
    sample.add(task, yield [task.map((group) => group.native), false, false]);
  }
  return estimateTokens(sample, chars);
}
