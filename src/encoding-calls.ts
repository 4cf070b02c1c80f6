/** How asynchronous calls encode: at once, or in tasks, with long texts brought across slice by slice. */
import { throwIfAborted } from './abort-listener.js';
import { type BatchTask, detachLaterTasks, detachTask, nativeInputs, runTasks, unitsOf } from './batch.js';
import { Call } from './call.js';
import { areLong, crossAll, type CrossedText } from './crossing.js';
import type { ResolvedEncodeOptions } from './encode-options.js';
import type { Encoding } from './encoding.js';
import type { HeldTokenizer } from './held-tokenizer.js';
import { type NativeEncodeOptions, settleSync } from './native-binding.js';
import { type Checked, detach, type NativeInput } from './text-input.js';

/** Encodes one input. */
export async function encodeText(
  tokenizer: HeldTokenizer,
  input: Checked<NativeInput>,
  { native: options, signal }: ResolvedEncodeOptions,
): Promise<Encoding> {
  throwIfAborted(signal);
  const inline = encodeInline(tokenizer, input, options);
  if (inline !== null) return inline;
  const isLong = areLong([input.native]);
  // What crosses in slices crosses when the call has returned.
  let native = isLong ? detach(input.native) : input.native;
  return Call.of(tokenizer.owner, signal).run({
    units: input.chars,
    beforeWaiting: () => {
      tokenizer.hold();
      native = detach(native);
    },
    work: async (cancel) => {
      if (isLong) tokenizer.hold();
      const [text, pair] = isLong ? pairOf((await crossAll([native], signal))[0] ?? '') : pairOf(native);
      return tokenizer.native.encode(text, pair, options, cancel);
    },
  });
}

/** Encodes a batch. */
export async function encodeTexts(
  tokenizer: HeldTokenizer,
  tasks: readonly BatchTask<NativeInput>[],
  { native: options, signal }: ResolvedEncodeOptions,
): Promise<Encoding[]> {
  throwIfAborted(signal);
  if (tasks.length > 1) tokenizer.hold();
  const call = Call.of(tokenizer.owner, signal);
  return runTasks(detachLaterTasks(tasks), (task) => {
    const isLong = areLong(nativeInputs(task));
    let held = isLong ? detachTask(task) : task;
    return call.run({
      units: unitsOf(task),
      beforeWaiting: () => {
        tokenizer.hold();
        held = detachTask(held);
      },
      work: async (cancel) => {
        if (isLong) tokenizer.hold();
        const inputs = isLong ? await crossAll(nativeInputs(held), signal) : nativeInputs(held);
        return tokenizer.native.encodeBatch(inputs, task.first, options, cancel);
      },
    });
  });
}

/** The encoding of a small input at once, unless it could take the JavaScript thread too long. */
function encodeInline(
  { native }: HeldTokenizer,
  { native: input, chars }: Checked<NativeInput>,
  options: NativeEncodeOptions,
): Encoding | null {
  if (chars > native.inlineUnits) return null;
  const [text, pair] = Array.isArray(input) ? input : [input, null];
  return settleSync(() => native.encodeInline(text, pair, options));
}

function pairOf(input: CrossedText | CrossedText[]): [text: CrossedText, pair: CrossedText | null] {
  return Array.isArray(input) ? [input[0] ?? '', input[1] ?? null] : [input, null];
}
