import { checkBatch, detachLaterTasks, heldFor, runTasks, runTasksSync, splitIntoTasks } from './batch.js';
import { type CountOptions, resolveCountOptions } from './count-options.js';
import { settle, settleSync } from './native-binding.js';
import { checkText, type TextInput } from './text-input.js';
import { exactCount, exactCounts, type TokenCount } from './token-count.js';
import { TokenizerEncoder } from './tokenizer-encoder.js';
import { openNative } from './tokenizer-handle.js';

/** What of {@link Tokenizer} counts tokens. */
export abstract class TokenizerCounter extends TokenizerEncoder {
  /**
   * Counts the tokens of a text, the whole of it: with the same options it is the number of ids that `encode` gives where nothing is
   * truncated or padded, but no ids are made.
   *
   * Counting a string never fails on what it contains.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; the message names the byte offset.
   * @throws `ERR_UNSUPPORTED` for `specialTokens: 'literal'` where the model itself gives special ids for text.
   *
   * @example
   * ```ts
   * const { tokens, chars } = await tokenizer.count('How many tokens is this?'); // 6, 24
   * ```
   */
  async count(text: TextInput, options?: CountOptions): Promise<TokenCount> {
    const native = openNative(this);
    const checked = checkText(text, 'text');
    const resolved = resolveCountOptions(options);
    return exactCount(await settle(() => native.count(checked.native, resolved)), checked.chars);
  }

  /** The twin of {@link Tokenizer.count} that works on the calling thread. */
  countSync(text: TextInput, options?: CountOptions): TokenCount {
    const native = openNative(this);
    const checked = checkText(text, 'text');
    const resolved = resolveCountOptions(options);
    return exactCount(
      settleSync(() => native.countSync(checked.native, resolved)),
      checked.chars,
    );
  }

  /**
   * Counts the tokens of many texts; the results are in the order of the texts.
   *
   * It is worked off in tasks as {@link Tokenizer.encodeBatch} is.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; the message names the byte offset.
   * @throws `ERR_UNSUPPORTED` for `specialTokens: 'literal'` where the model itself gives special ids for text.
   *
   * @example
   * ```ts
   * const counts = await tokenizer.countBatch(messages.map((message) => message.content));
   * const total = counts.reduce((sum, { tokens }) => sum + tokens, 0);
   * ```
   */
  async countBatch(texts: readonly TextInput[], options?: CountOptions): Promise<TokenCount[]> {
    const native = openNative(this);
    const checked = checkBatch(texts, 'texts', checkText);
    const tasks = detachLaterTasks(splitIntoTasks(checked));
    const resolved = resolveCountOptions(options);
    const counts = await settle(() => {
      const held = heldFor(tasks, native);
      return runTasks(tasks, (task, first) => held.countBatch(task, first, resolved));
    });
    return exactCounts(counts, checked);
  }

  /** The twin of {@link Tokenizer.countBatch} that works on the calling thread. */
  countBatchSync(texts: readonly TextInput[], options?: CountOptions): TokenCount[] {
    const native = openNative(this);
    const checked = checkBatch(texts, 'texts', checkText);
    const tasks = splitIntoTasks(checked);
    const resolved = resolveCountOptions(options);
    const counts = settleSync(() => runTasksSync(tasks, (task, first) => native.countBatchSync(task, first, resolved)));
    return exactCounts(counts, checked);
  }
}
