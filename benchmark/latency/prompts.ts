import { type SeededRandom, seededRandom } from '../../scripts/sample-chats/seeded-random.js';

/** A prompt as it is posted. */
export interface Prompt {
  /** The same for the same text. */
  readonly key: string;
  /** What was asked for. */
  readonly size: PromptSize;
  readonly body: Buffer;
  /** Its length in UTF-16 units. */
  readonly units: number;
}

/** How long prompts are to be: in UTF-16 units, or in bytes of UTF-8. */
export type PromptSize = { readonly units: number } | { readonly bytes: number };

/**
 * Makes prompts of the lines of some texts in random order, each line behind a reference of its own. So the words of a prompt have been seen
 * before, as in real traffic, while no line of one prompt is in another: what a cache of segments holds of one does not help the other.
 */
export class PromptMaker {
  readonly #lines: readonly string[];
  readonly #made = new Map<string, Prompt>();

  constructor(texts: readonly string[]) {
    this.#lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
    if (this.#lines.length === 0) throw new Error('there is no text to make prompts of');
  }

  /** A prompt made anew; the same one for the same seed and size. */
  create(seed: number, size: PromptSize): Prompt {
    const limit = 'units' in size ? size.units : size.bytes;
    const lengthOf =
      'units' in size ? (line: string): number => line.length : (line: string) => Buffer.byteLength(line);
    const random = seededRandom(seed);
    const lines: string[] = [];
    for (let length = 0; length < limit; length += lengthOf(lines.at(-1) ?? '')) lines.push(this.#line(random));
    const body = cut(lines.join(''), size);
    return { key: keyOf(seed, size), size, body, units: body.toString('utf8').length };
  }

  /** As {@link create}, but kept for the next time, so that making it takes no time while something is measured. */
  keep(seed: number, size: PromptSize): Prompt {
    const key = keyOf(seed, size);
    const prompt = this.#made.get(key) ?? this.create(seed, size);
    this.#made.set(key, prompt);
    return prompt;
  }

  /** Lets go of what {@link keep} has kept. */
  forget(): void {
    this.#made.clear();
  }

  #line(random: SeededRandom): string {
    return `[${random.below(2 ** 31).toString(36)}] ${random.pick(this.#lines)}\n`;
  }
}

function keyOf(seed: number, size: PromptSize): string {
  return `${JSON.stringify(size)} ${seed}`;
}

/** The start of a text in the size asked for, or up to three bytes less where that would split a character. */
function cut(text: string, size: PromptSize): Buffer {
  if ('units' in size) {
    const splits = (text.charCodeAt(size.units - 1) & 0xfc00) === 0xd800;
    return Buffer.from(text.slice(0, splits ? size.units - 1 : size.units));
  }
  const bytes = Buffer.from(text);
  let end = Math.min(size.bytes, bytes.length);
  // A byte of the form 10xxxxxx goes on with a character.
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}
