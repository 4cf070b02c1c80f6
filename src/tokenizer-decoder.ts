import { Call } from './call.js';
import {
  type DecodeOptions,
  type DecodeSyncOptions,
  resolveDecodeOptions,
  resolveDecodeSyncOptions,
} from './decode-options.js';
import { type DecodeStream, decodeStreamOver } from './decode-stream.js';
import { HeldTokenizer } from './held-tokenizer.js';
import { settleSync } from './native-binding.js';
import { checkIds } from './token-ids.js';
import { TokenizerCounter } from './tokenizer-counter.js';
import { openNative } from './tokenizer-handle.js';

/** What of {@link Tokenizer} turns ids back into text. */
export abstract class TokenizerDecoder extends TokenizerCounter {
  /**
   * Turns token ids back into text. Ids that end in the middle of a character give U+FFFD there.
   *
   * @throws `ERR_ID_OUT_OF_RANGE` for an id that the vocabulary does not have, unless `unknownIds` is `'skip'`.
   *
   * @example
   * ```ts
   * const text = await tokenizer.decode([13225, 2375]); // 'Hello world'
   * ```
   */
  async decode(ids: Uint32Array | readonly number[], options?: DecodeOptions): Promise<string> {
    const held = new HeldTokenizer(this);
    const { signal, ...resolved } = resolveDecodeOptions(options);
    let checked = checkIds(ids, resolved.skipUnknownIds);
    return Call.of(this, signal).run({
      units: checked.byteLength,
      beforeWaiting: () => {
        held.hold();
        checked = checked.slice();
      },
      work: () => held.native.decode(checked, resolved),
    });
  }

  /** The twin of {@link Tokenizer.decode} that works on the calling thread. */
  decodeSync(ids: Uint32Array | readonly number[], options?: DecodeSyncOptions): string {
    const native = openNative(this);
    const resolved = resolveDecodeSyncOptions(options);
    const checked = checkIds(ids, resolved.skipUnknownIds);
    return settleSync(() => native.decodeSync(checked, resolved));
  }

  /**
   * A stream that decodes ids one by one, as a model gives them: no piece of text ends within a character, and all pieces joined are what
   * {@link Tokenizer.decode} gives. An id costs what its own text costs, however long the stream is.
   *
   * @example
   * ```ts
   * const stream = tokenizer.decodeStream();
   * const pieces = [13225, 2375].map((id) => stream.push(id)); // ['Hello', ' world']
   * const text = pieces.join('') + stream.flush(); // 'Hello world'
   * ```
   */
  decodeStream(options?: DecodeSyncOptions): DecodeStream {
    const native = openNative(this);
    const resolved = resolveDecodeSyncOptions(options);
    return decodeStreamOver(
      settleSync(() => native.decodeStream(resolved)),
      resolved.skipUnknownIds,
    );
  }
}
