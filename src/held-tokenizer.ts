import { type NativeTokenizer, settleSync } from './native-binding.js';
import { openNative, type TokenizerHandle } from './tokenizer-handle.js';

/**
 * The tokenizer of an asynchronous call, as it was when the call was made.
 *
 * What runs at once runs on the tokenizer itself. What runs later, when its settings may have changed and tokens may have been added, runs on a clone.
 */
export class HeldTokenizer {
  /** Whose calls are turned away when it is closed. */
  readonly owner: TokenizerHandle;
  #native: NativeTokenizer;
  #isHeld = false;

  constructor(owner: TokenizerHandle) {
    this.owner = owner;
    this.#native = openNative(owner);
  }

  get native(): NativeTokenizer {
    return this.#native;
  }

  /** Keeps the tokenizer as it is now. It is called before the call returns, if at all. */
  readonly hold = (): void => {
    if (this.#isHeld) return;
    this.#native = settleSync(() => this.#native.hold());
    this.#isHeld = true;
  };
}
