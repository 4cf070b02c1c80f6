import { type NativeDecodeStream, settleSync } from './native-binding.js';
import { checkId } from './token-ids.js';

/**
 * Decodes ids one by one as a model gives them. All that `push` and then `flush` return, joined, is what `decode` gives for all the ids
 * at once; no piece ends within a character.
 *
 * It decodes with the vocabulary that its tokenizer had when it was made: adding tokens or closing the tokenizer does not change it.
 */
export interface DecodeStream {
  /**
   * Takes the next id and returns the text that is now certain; `''` where the next ids may still change it, as within a character.
   *
   * @throws `ERR_ID_OUT_OF_RANGE` for an id that the vocabulary does not have, unless `unknownIds` is `'skip'`. The stream goes on as if
   * the id had not been pushed.
   */
  push(id: number): string;
  /** Returns what was held back, with U+FFFD for a character that is not whole, and starts anew. */
  flush(): string;
}

/** A {@link DecodeStream} over a native one that was made with the same `skipUnknownIds`. */
export function decodeStreamOver(native: NativeDecodeStream, skipUnknownIds: boolean): DecodeStream {
  return Object.freeze({
    push(id: number): string {
      const checked = checkId(id, 'id', skipUnknownIds);
      return checked === undefined ? '' : settleSync(() => native.push(checked));
    },
    flush: (): string => settleSync(() => native.flush()),
  });
}
