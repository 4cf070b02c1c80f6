// The declarations of this file say `Disposable`, so they must bring its types to whoever compiles against them.
/// <reference lib="esnext.disposable" preserve="true" />
import { dismissCalls } from './call.js';
import { engineOf, type EngineName } from './engine-name.js';
import { TokenwellError } from './errors.js';
import type { Inspection } from './inspection.js';
import { type NativeTokenizer, settleSync } from './native-binding.js';
import type { TokenizerSummary } from './tokenizer-summary.js';

/** Who has it may make tokenizers. It does not leave this package. */
export const constructionKey: symbol = Symbol('Tokenizer');

let open: (handle: TokenizerHandle) => NativeTokenizer;
let hasHandle: (value: object) => boolean;

/**
 * The hold that a tokenizer has on its native part, until it is closed; the lowest of the classes that {@link Tokenizer} is made of.
 *
 * The native part is reached by {@link openNative} only, so that neither the public type nor an instance shows it.
 */
export abstract class TokenizerHandle implements Disposable {
  #native: NativeTokenizer | null;

  /** What `toJSON` tells after `close`; `null` until then. */
  #closedSummary: TokenizerSummary | null = null;

  protected constructor(key: symbol, native: NativeTokenizer) {
    if (key !== constructionKey) {
      const message = 'Tokenizer has no public constructor; use Tokenizer.fromEncoding, fromFile or fromJSON';
      throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
    }
    this.#native = native;
  }

  /** Which engine serves this tokenizer; {@link Tokenizer.inspect} tells why. All engines give the same ids. */
  get engine(): EngineName {
    return engineOf(this.#open());
  }

  /**
   * What this tokenizer is made of and which engine serves it.
   *
   * The first call asks the model about each special token, some 30 microseconds a token, to tell in `literal` whether it takes them
   * literally; further calls, also of clones, know the answer.
   *
   * @example
   * ```ts
   * const { model, engine, reason } = tokenizer.inspect();
   * ```
   */
  inspect(): Inspection {
    const native = this.#open();
    return settleSync(() => JSON.parse(native.inspect()) as Inspection);
  }

  /** What `JSON.stringify` and loggers show: short on purpose, and still there after `close`. */
  toJSON(): TokenizerSummary {
    return this.#closedSummary ?? summarize(this.#open());
  }

  /**
   * Gives up the vocabulary and the cache; they are freed once no clone and no running call needs them. Calls that are running end as
   * they would have; calls that wait for their turn, and every later use, fail with `ERR_CLOSED`. Closing twice does nothing. Clones stay open.
   */
  close(): void {
    if (this.#native === null) return;
    const native = this.#native;
    this.#closedSummary = summarize(native);
    this.#native = null;
    settleSync(() => native.close());
    dismissCalls(this, closed());
  }

  /** The same as {@link Tokenizer.close}, for `using`. */
  declare [Symbol.dispose]: () => void;

  static {
    open = (handle) => handle.#open();
    hasHandle = (value) => #native in value;
    // Early releases of Node.js 20 have no `Symbol.dispose`, and a method cannot be declared under a name that may not exist. What
    // polyfills it there registers the symbol under this name.
    const name = Symbol.dispose ?? Symbol.for('Symbol.dispose');
    Object.defineProperty(this.prototype, name, { configurable: true, writable: true, value: dispose });
  }

  #open(): NativeTokenizer {
    if (this.#native === null) throw closed();
    return this.#native;
  }
}

/**
 * The native part of a tokenizer.
 *
 * @throws `ERR_CLOSED` after `close`.
 */
export function openNative(handle: TokenizerHandle): NativeTokenizer {
  return open(handle);
}

/** Whether a value is a tokenizer, open or closed. It looks for the native part and not at prototypes, which anything may have. */
export function isTokenizer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && hasHandle(value);
}

function closed(): TokenwellError {
  return new TokenwellError('ERR_CLOSED', 'this tokenizer has been closed');
}

function dispose(this: TokenizerHandle): void {
  this.close();
}

function summarize(native: NativeTokenizer): TokenizerSummary {
  return settleSync(() => ({ engine: engineOf(native), vocabSize: native.vocabSize(true) }));
}
