/** How asynchronous calls count: at once, in one task, or in stretches, as the length of a text asks for. */
import { throwIfAborted } from './abort-listener.js';
import {
  type BatchTask,
  detachLaterTasks,
  detachTask,
  nativeInputs,
  runTasks,
  splitIntoTasks,
  unitsOf,
} from './batch.js';
import { Call } from './call.js';
import type { ResolvedCountOptions } from './count-options.js';
import { TokenwellError } from './errors.js';
import type { HeldTokenizer } from './held-tokenizer.js';
import { type NativeCancelFlag, type NativeCountStream, settleSync } from './native-binding.js';
import { planSample, sampledCount } from './sampling/sampled-count.js';
import { templateTokens } from './template-tokens.js';
import { CHARS_PER_TOKEN, growingStretches } from './token-limit.js';
import { type Checked, detach, isLong, type NativeText, SLICE_UNITS } from './text-input.js';
import { slicesOf } from './text-slices.js';
import { exactCount, exactCounts, type TokenCount, withMoreTokens } from './token-count.js';

/** What each text of a batch is charged beyond its length where it decides whether the batch is small. */
const UNITS_PER_TEXT = 64;

/** Counts the texts of one call. */
export class Counting {
  readonly #tokenizer: HeldTokenizer;
  readonly #options: ResolvedCountOptions;
  readonly #call: Call;

  constructor(tokenizer: HeldTokenizer, options: ResolvedCountOptions) {
    throwIfAborted(options.signal);
    this.#tokenizer = tokenizer;
    this.#options = options;
    this.#call = Call.of(tokenizer.owner, options.signal);
  }

  /** Counts one text. */
  async count(text: Checked<NativeText>): Promise<TokenCount> {
    if (text.chars > this.#options.maxExactChars) return this.#sample(text);
    return exactCount(await this.exact(text), text.chars);
  }

  /** Counts the texts of a batch. */
  async countAll(texts: readonly Checked<NativeText>[]): Promise<TokenCount[]> {
    const inline = this.#inlineAll(texts);
    if (inline !== null) return exactCounts(inline, texts);
    const { maxExactChars } = this.#options;
    const isLongText = ({ native, chars }: Checked<NativeText>): boolean => chars > maxExactChars || isLong(native);
    const tasks = detachLaterTasks(splitIntoTasks(texts, isLongText));
    if (tasks.length > 1) this.#tokenizer.hold();
    return runTasks(tasks, (task) => (task.isLong ? this.#countLong(task) : this.#countTask(task)));
  }

  /** The exact count of a text of any length. */
  async exact(text: Checked<NativeText>): Promise<number> {
    const inline = this.#inline(text);
    if (inline !== null) return inline;
    if (isLong(text.native)) return this.#long(text);
    let { native } = text;
    return this.#call.run({
      units: text.chars,
      beforeWaiting: () => {
        this.#tokenizer.hold();
        native = detach(native);
      },
      work: (cancel) => this.#tokenizer.native.count(native, this.#options.native, cancel),
    });
  }

  /** Whether a text has at most so many tokens: how many, or `false`. What stands behind the place where it has more is not looked at. */
  async within(text: Checked<NativeText>, limit: number): Promise<number | false> {
    const tokens =
      this.#inline(text) ?? (await this.#stretches(text.native, growingStretches(limit, SLICE_UNITS), limit));
    return tokens <= limit ? tokens : false;
  }

  /** Counts a long text in stretches of one size. */
  #long({ native }: Checked<NativeText>): Promise<number> {
    // All but the first stretch cross when the call has returned.
    return this.#stretches(detach(native), () => SLICE_UNITS, Number.POSITIVE_INFINITY);
  }

  /**
   * Counts a text in stretches of the sizes given. Once the count is above the limit it stops, with a count that is above the limit too and
   * that the whole text has at least.
   */
  async #stretches(text: NativeText, size: () => number, limit: number): Promise<number> {
    const slices = slicesOf(text, size);
    let stream: NativeCountStream | undefined;
    let tokens = 0;
    /** Tells whether it was the last one that is needed. */
    const countSlice = async (cancel: NativeCancelFlag | undefined): Promise<boolean> => {
      const slice = slices.next();
      if (slice.done) throw new TokenwellError('ERR_INTERNAL', 'a text has no last slice');
      stream ??= this.#tokenizer.native.countStream(this.#options.native);
      tokens = await stream.push(slice.value.text, slice.value.isLast, cancel);
      return slice.value.isLast || tokens > limit;
    };
    // What may be decided by its first stretch begins as a small task, and what is not is no small one any more.
    const first = { units: CHARS_PER_TOKEN * limit, beforeWaiting: this.#tokenizer.hold, work: countSlice };
    if (await this.#call.run(first)) return tokens;
    const countRest = async (cancel: NativeCancelFlag | undefined): Promise<void> => {
      // In order, and with a turn of the event loop between two of them.
      while (!(await countSlice(cancel)));
    };
    await this.#call.run({ units: Number.POSITIVE_INFINITY, work: countRest });
    return tokens;
  }

  /** Estimates a long text from windows. They cross one group after the other, all of them in one place among the running tasks. */
  async #sample(text: Checked<NativeText>): Promise<TokenCount> {
    const { native: options, maxExactChars } = this.#options;
    const planned = planSample(text, maxExactChars);
    // All groups but the first cross when the call has returned.
    this.#tokenizer.hold();
    const sampled = await this.#call.run({
      units: maxExactChars,
      work: (cancel) =>
        sampledCount(planned, (windows, opens, ends) =>
          this.#tokenizer.native.countWindows(windows, opens, ends, options, cancel),
        ),
    });
    return withMoreTokens(sampled, templateTokens(this.#tokenizer.native, options));
  }

  /** The count of a small text at once, unless it could take the JavaScript thread too long. */
  #inline({ native: text, chars }: Checked<NativeText>): number | null {
    const { native } = this.#tokenizer;
    return chars > native.inlineUnits ? null : settleSync(() => native.countInline(text, this.#options.native));
  }

  #inlineAll(texts: readonly Checked<NativeText>[]): number[] | null {
    const { native } = this.#tokenizer;
    let room = native.inlineUnits;
    for (const { chars } of texts) {
      room -= chars + UNITS_PER_TEXT;
      if (room < 0) return null;
    }
    const inputs = texts.map((text) => text.native);
    return settleSync(() => native.countBatchInline(inputs, 0, this.#options.native));
  }

  async #countTask(task: BatchTask<NativeText>): Promise<TokenCount[]> {
    let held = task;
    const counts = await this.#call.run({
      units: unitsOf(task),
      beforeWaiting: () => {
        this.#tokenizer.hold();
        held = detachTask(task);
      },
      work: (cancel) => this.#tokenizer.native.countBatch(nativeInputs(held), task.first, this.#options.native, cancel),
    });
    return exactCounts(counts, task.inputs);
  }

  /** A text of a batch that is longer than a task. */
  async #countLong({ inputs, first }: BatchTask<NativeText>): Promise<TokenCount[]> {
    try {
      return await Promise.all(inputs.map((input) => this.count(input)));
    } catch (error) {
      if (!isOfText(error) || error === this.#options.signal?.reason) throw error;
      throw new TokenwellError(error.code, `texts[${first}]: ${error.message}`, { cause: error });
    }
  }
}

/** Whether an error is about the text that was counted, and not about the call that it came in. */
function isOfText(error: unknown): error is TokenwellError {
  return error instanceof TokenwellError && error.code !== 'ERR_QUEUE_FULL' && error.code !== 'ERR_CLOSED';
}
