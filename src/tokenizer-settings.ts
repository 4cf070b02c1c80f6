import { settleSync } from './native-binding.js';
import { type Padding, type PaddingOptions, paddingOf, resolvePadding } from './padding-options.js';
import { openNative } from './tokenizer-handle.js';
import { TokenizerVocabulary } from './tokenizer-vocabulary.js';
import { resolveTruncation, type Truncation, type TruncationOptions, truncationOf } from './truncation-options.js';

/** What of {@link Tokenizer} holds for each call that does not say otherwise. */
export abstract class TokenizerSettings extends TokenizerVocabulary {
  /** How encodings are cut where a call does not say; `null`: they are not. At first it is what the file asks for. */
  get truncation(): Truncation | null {
    const native = openNative(this);
    return settleSync(() => truncationOf(native.truncation()));
  }

  /** How encodings are filled up where a call does not say; `null`: they are not. At first it is what the file asks for. */
  get padding(): Padding | null {
    const native = openNative(this);
    return settleSync(() => paddingOf(native.padding()));
  }

  /**
   * Sets {@link Tokenizer.truncation}, of this tokenizer alone: clones that exist keep theirs, clones made later begin with it. `null`
   * turns it off. Calls that are running end as they began.
   *
   * @example
   * ```ts
   * tokenizer.setTruncation({ maxLength: 512, stride: 64 });
   * ```
   */
  setTruncation(options: TruncationOptions | null): void {
    const native = openNative(this);
    const truncation = resolveTruncation(options, 'options');
    settleSync(() => native.setTruncation(truncation));
  }

  /**
   * Sets {@link Tokenizer.padding}, of this tokenizer alone: clones that exist keep theirs, clones made later begin with it. `null`
   * turns it off. Calls that are running end as they began.
   *
   * @example
   * ```ts
   * tokenizer.setPadding({ strategy: { fixed: 512 }, padId: 0 });
   * ```
   */
  setPadding(options: PaddingOptions | null): void {
    const native = openNative(this);
    const padding = resolvePadding(options, 'options');
    settleSync(() => native.setPadding(padding));
  }
}
