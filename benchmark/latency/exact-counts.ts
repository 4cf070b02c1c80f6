import type { Tokenizer } from '../../index.js';
import type { Prompt } from './prompts.js';

/** The exact number of tokens of prompts: that of the ids of an encoding, which is never sampled. Each prompt is encoded once. */
export class ExactCounts {
  readonly #tokenizer: Tokenizer;
  readonly #known = new Map<string, number>();

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  async of({ key, body }: Prompt): Promise<number> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { ids } = await this.#tokenizer.encode(body, { specialTokens: 'text', addSpecialTokens: false });
    this.#known.set(key, ids.length);
    return ids.length;
  }
}
