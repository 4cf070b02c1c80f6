import { areLong } from './crossing.js';
import { asOneTask, type BatchTask, checkBatch, nativeInputs, splitIntoTasks } from './batch.js';
import {
  type EncodeOptions,
  type EncodeSyncOptions,
  resolveEncodeOptions,
  resolveEncodeSyncOptions,
} from './encode-options.js';
import type { Encoding } from './encoding.js';
import { encodeText, encodeTexts } from './encoding-calls.js';
import { HeldTokenizer } from './held-tokenizer.js';
import { type NativeEncodeOptions, type NativeTokenizer, settleSync } from './native-binding.js';
import { padsToLongest } from './padding-options.js';
import { type Checked, checkTextOrPair, type NativeInput, type TextOrPair } from './text-input.js';
import { openNative } from './tokenizer-handle.js';
import { TokenizerSettings } from './tokenizer-settings.js';

/** What of {@link Tokenizer} turns text into ids. */
export abstract class TokenizerEncoder extends TokenizerSettings {
  /**
   * Turns a text, or a pair of texts, into token ids.
   *
   * The empty text gives no ids but those that the template and padding add. A lone surrogate in a string is encoded as U+FFFD.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; the message names the byte offset.
   * @throws `ERR_SPECIAL_TOKEN` for a special or control token in the text, if `specialTokens` is `'throw'`.
   * @throws `ERR_UNSUPPORTED` for `specialTokens: 'literal'` where the model itself gives special ids for text, and where the truncation
   * cannot be done.
   *
   * @example
   * ```ts
   * const { ids, offsets } = await tokenizer.encode('Hello <|endoftext|>', { specialTokens: 'text', offsets: true });
   * const pair = await tokenizer.encode(['a question', 'a passage']);
   * ```
   */
  async encode(input: TextOrPair, options?: EncodeOptions): Promise<Encoding> {
    const held = new HeldTokenizer(this);
    // First, as reading them may run code of the caller.
    const resolved = resolveEncodeOptions(options);
    return encodeText(held, checkTextOrPair(input, 'input'), resolved);
  }

  /** The twin of {@link Tokenizer.encode} that works on the calling thread. */
  encodeSync(input: TextOrPair, options?: EncodeSyncOptions): Encoding {
    const native = openNative(this);
    const resolved = resolveEncodeSyncOptions(options);
    const { native: checked } = checkTextOrPair(input, 'input');
    const [text, pair] = Array.isArray(checked) ? checked : [checked, null];
    return settleSync(() => native.encodeSync(text, pair, resolved));
  }

  /**
   * Encodes many texts or pairs; the results are in the order of the inputs.
   *
   * The batch is worked off in tasks of at most 4 MB of text each, so that other calls get a turn in between; but with padding to
   * `'batchLongest'` it is one task, for no encoding is done before the longest is known. One bad input fails the whole batch. To change a `Uint8Array` while the batch runs is safe: it is copied when the call starts.
   *
   * @throws `ERR_INVALID_UTF8` if a `Uint8Array` is not UTF-8; this message and those below name the input, and this one the byte offset.
   * @throws `ERR_SPECIAL_TOKEN` for a special or control token in the text, if `specialTokens` is `'throw'`.
   * @throws `ERR_UNSUPPORTED` for `specialTokens: 'literal'` where the model itself gives special ids for text, and where the truncation
   * cannot be done.
   *
   * @example
   * ```ts
   * const encodings = await tokenizer.encodeBatch(['one text', ['a question', 'a passage']]);
   * ```
   */
  async encodeBatch(inputs: readonly TextOrPair[], options?: EncodeOptions): Promise<Encoding[]> {
    const held = new HeldTokenizer(this);
    const resolved = resolveEncodeOptions(options);
    const checked = checkBatch(inputs, 'inputs', checkTextOrPair);
    return encodeTexts(held, tasksOf(checked, held.native, resolved.native), resolved);
  }

  /** The twin of {@link Tokenizer.encodeBatch} that works on the calling thread. */
  encodeBatchSync(inputs: readonly TextOrPair[], options?: EncodeSyncOptions): Encoding[] {
    const native = openNative(this);
    const resolved = resolveEncodeSyncOptions(options);
    const checked = checkBatch(inputs, 'inputs', checkTextOrPair);
    return tasksOf(checked, native, resolved).flatMap((task) =>
      settleSync(() => native.encodeBatchSync(nativeInputs(task), task.first, resolved)),
    );
  }
}

function tasksOf(
  inputs: readonly Checked<NativeInput>[],
  native: NativeTokenizer,
  options: NativeEncodeOptions,
): BatchTask<NativeInput>[] {
  return settleSync(() => padsToLongest(native, options))
    ? asOneTask(inputs)
    : splitIntoTasks(inputs, (input) => areLong([input.native]));
}
