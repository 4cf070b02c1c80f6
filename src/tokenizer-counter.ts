import { invalidArgument } from './argument-error.js';
import { checkBatch } from './batch.js';
import {
  type CountOptions,
  type CountSyncOptions,
  type ExactCountOptions,
  resolveCountOptions,
  resolveCountSyncOptions,
  resolveExactCountOptions,
  resolveTruncateToTokensOptions,
  type TruncateToTokensOptions,
} from './count-options.js';
import { Counting } from './counting.js';
import { HeldTokenizer } from './held-tokenizer.js';
import { countAllSync, countSync } from './sync-counting.js';
import { checkText, type TextInput } from './text-input.js';
import type { TokenCount } from './token-count.js';
import { truncateText } from './truncating.js';
import { checkTokenLimit } from './token-limit.js';
import { TokenizerEncoder } from './tokenizer-encoder.js';
import { openNative } from './tokenizer-handle.js';

/** What of {@link Tokenizer} counts tokens. */
export abstract class TokenizerCounter extends TokenizerEncoder {
  /**
   * Counts the tokens of a text: with the same options it is the number of ids that `encode` gives where nothing is truncated or padded, but no
   * ids are made. A text above `maxExactChars` is estimated, and the result says so.
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
    const held = new HeldTokenizer(this);
    // First, as reading them may run code of the caller.
    const resolved = resolveCountOptions(options);
    return new Counting(held, resolved).count(checkText(text, 'text'));
  }

  /** The twin of {@link Tokenizer.count} that works on the calling thread. */
  countSync(text: TextInput, options?: CountSyncOptions): TokenCount {
    const native = openNative(this);
    const resolved = resolveCountSyncOptions(options);
    return countSync(native, checkText(text, 'text'), resolved);
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
    const held = new HeldTokenizer(this);
    const resolved = resolveCountOptions(options);
    return new Counting(held, resolved).countAll(checkBatch(texts, 'texts', checkText));
  }

  /** The twin of {@link Tokenizer.countBatch} that works on the calling thread. */
  countBatchSync(texts: readonly TextInput[], options?: CountSyncOptions): TokenCount[] {
    const native = openNative(this);
    const resolved = resolveCountSyncOptions(options);
    return countAllSync(native, checkBatch(texts, 'texts', checkText), resolved);
  }

  /**
   * Tells whether a text has at most so many tokens: gives how many, or `false` if it has more; `0` for the empty text, so compare with `false`. The
   * answer is exact for a text of any length, and what stands behind the place where the limit is passed costs nothing. A `Uint8Array` is
   * read piece by piece, so it must stay as it is until then.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8, as far as it is read; the message names the byte offset.
   * @throws `ERR_UNSUPPORTED` for `specialTokens: 'literal'` where the model itself gives special ids for text.
   *
   * @example
   * ```ts
   * const tokens = await tokenizer.isWithinTokenLimit('How many tokens is this?', 8000); // 6
   * if (tokens === false) throw new Error('The prompt is too long');
   * ```
   */
  async isWithinTokenLimit(text: TextInput, limit: number, options?: ExactCountOptions): Promise<number | false> {
    const held = new HeldTokenizer(this);
    const resolved = resolveExactCountOptions(options);
    const checked = checkText(text, 'text');
    return new Counting(held, resolved).within(checked, checkTokenLimit(limit));
  }

  /**
   * Cuts a text to at most so many tokens, and gives the part that is kept: its start, or with `keep: 'end'` its end. A text that fits is given as it
   * is. No character and no added token is cut in two. What is kept never has more tokens than the limit when it is counted with the same
   * options; with `addSpecialTokens` and a limit below what the template adds, it is the empty text.
   *
   * It costs about as much as counting twice what is kept, and some ten times the segment in which the limit is reached, however long the text is.
   *
   * @throws `ERR_UNSUPPORTED` for `specialTokens: 'literal'` where the model itself gives special ids for text.
   *
   * @example
   * ```ts
   * const start = await tokenizer.truncateToTokens('How many tokens is this?', 3); // 'How many tokens'
   * const end = await tokenizer.truncateToTokens('How many tokens is this?', 3, { keep: 'end' }); // ' is this?'
   * ```
   */
  async truncateToTokens(text: string, limit: number, options?: TruncateToTokensOptions): Promise<string> {
    const held = new HeldTokenizer(this);
    if (typeof text !== 'string') throw invalidArgument('text', text, 'a string');
    const checkedLimit = checkTokenLimit(limit);
    const { native, signal, keep } = resolveTruncateToTokensOptions(options);
    return truncateText(text, { tokenizer: held, options: native, limit: checkedLimit, keep, signal });
  }
}
