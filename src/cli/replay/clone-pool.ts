import type { Tokenizer } from '../../tokenizer.js';

/** Which of several idle tokenizers is lent next: the one that has been idle for longest, or the one that was given back last. */
export type PoolOrder = 'fifo' | 'lifo';

/**
 * Tokenizers that are lent one user at a time. Who finds none idle waits in line, and is served by the next one that is given back.
 *
 * A tokenizer may be used by many calls at once, so nothing here needs a pool for safety: it stands for programs that have one anyway, for
 * instance as each request changes truncation or padding.
 */
export class ClonePool {
  readonly #order: PoolOrder;
  readonly #idle: Tokenizer[];
  readonly #waiting: ((tokenizer: Tokenizer) => void)[] = [];

  constructor(tokenizers: readonly Tokenizer[], order: PoolOrder) {
    this.#idle = [...tokenizers];
    this.#order = order;
  }

  /** Lends a tokenizer for as long as `work` takes. */
  async use<T>(work: (tokenizer: Tokenizer) => Promise<T>): Promise<T> {
    const tokenizer = await this.#borrow();
    try {
      return await work(tokenizer);
    } finally {
      this.#giveBack(tokenizer);
    }
  }

  async #borrow(): Promise<Tokenizer> {
    const idle = this.#order === 'fifo' ? this.#idle.shift() : this.#idle.pop();
    if (idle !== undefined) return idle;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #giveBack(tokenizer: Tokenizer): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(tokenizer);
    else next(tokenizer);
  }
}
