import { bodyText } from './body-text.js';
import type { LoadedCounter } from './counter.js';
import type { CountAnswer, ServerOptions } from './server-options.js';

/** What a server, or a thread of it, is asked to do with a text. */
export interface TextRequest {
  /** Where the text is kept; none for one that is counted and forgotten. */
  readonly path?: string | undefined;
  /** The text itself; without one, that of the path is counted. */
  readonly body?: Uint8Array | undefined;
}

/** Counts texts as they come, or keeps them and counts them later. */
export class HeldTexts {
  readonly #counter: LoadedCounter;
  readonly #form: ServerOptions['body'];
  readonly #texts = new Map<string, string>();

  constructor(counter: LoadedCounter, { body }: ServerOptions) {
    this.#counter = counter;
    this.#form = body;
  }

  /** The count, or null for a text that is only kept. Whoever keeps a text has it as a string. */
  async answer({ path, body }: TextRequest): Promise<CountAnswer | null> {
    if (path === undefined) return this.#counter.count(bodyText(body ?? new Uint8Array(), this.#form));
    if (body === undefined) return this.#counter.count(this.#textOf(path));
    this.#texts.set(path, Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
    return null;
  }

  #textOf(path: string): string {
    const text = this.#texts.get(path);
    if (text === undefined) throw new Error(`no text is held for ${path}`);
    return text;
  }
}
