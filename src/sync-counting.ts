/** How calls count that block until they are done. */
import { nativeInputs, splitIntoTasks } from './batch.js';
import type { ResolvedCountOptions } from './count-options.js';
import { type NativeTokenizer, settleSync } from './native-binding.js';
import { planSample, sampledCountSync } from './sampling/sampled-count.js';
import { templateTokens } from './template-tokens.js';
import type { Checked, NativeText } from './text-input.js';
import { exactCount, exactCounts, type TokenCount, withMoreTokens } from './token-count.js';

/** Counts one text. */
export function countSync(
  native: NativeTokenizer,
  text: Checked<NativeText>,
  { native: options, maxExactChars }: ResolvedCountOptions,
): TokenCount {
  return settleSync(() => {
    if (text.chars <= maxExactChars) return exactCount(native.countSync(text.native, options), text.chars);
    const sampled = sampledCountSync(planSample(text, maxExactChars), (windows, opens, ends) =>
      native.countWindowsSync(windows, opens, ends, options),
    );
    return withMoreTokens(sampled, templateTokens(native, options));
  });
}

/** Counts the texts of a batch, task by task, so that no task holds more memory than it may. */
export function countAllSync(
  native: NativeTokenizer,
  texts: readonly Checked<NativeText>[],
  options: ResolvedCountOptions,
): TokenCount[] {
  return splitIntoTasks(texts, ({ chars }) => chars > options.maxExactChars).flatMap((task) => {
    if (task.isLong) return task.inputs.map((text) => countSync(native, text, options));
    return exactCounts(
      settleSync(() => native.countBatchSync(nativeInputs(task), task.first, options.native)),
      task.inputs,
    );
  });
}
