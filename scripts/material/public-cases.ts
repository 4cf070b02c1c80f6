import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tokenizer } from '../../index.js';
import { sweep, type SweepResult } from './sweep.js';
import { loadWhole } from './tokenizers.js';

/** One line of `public_cases.jsonl`. */
interface PublicCase {
  readonly id: string;
  readonly tokenizer: string;
  /** The text, or what to repeat and how often. */
  readonly text: string | { readonly repeat: readonly [string, number] };
  readonly add_special_tokens: boolean;
  /** SHA-256 of the expected ids, as little-endian 32-bit numbers. */
  readonly ids_sha256: string;
  readonly n_ids: number;
}

/** Each case encoded twice, so that once the answer comes from the cache, and compared with the reference's ids. */
export async function sweepPublicCases(folder: string): Promise<SweepResult> {
  const lines = readFileSync(join(folder, 'public_cases/public_cases.jsonl'), 'utf8').split('\n');
  const cases = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as PublicCase);
  cases.sort((a, b) => a.tokenizer.localeCompare(b.tokenizer));
  const current = new CurrentTokenizer(folder);
  const result = await sweep(
    cases,
    ({ id, tokenizer }) => `${id} (${tokenizer})`,
    async (item) => await complain(await current.get(item.tokenizer), item),
  );
  current.close();
  return result;
}

/** Keeps one tokenizer loaded: the cases come in the order of their files, and all files at once need gigabytes. */
class CurrentTokenizer {
  readonly #folder: string;
  #path = '';
  #tokenizer: Tokenizer | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async get(path: string): Promise<Tokenizer> {
    if (this.#tokenizer !== undefined && this.#path === path) return this.#tokenizer;
    this.close();
    this.#path = path;
    this.#tokenizer = await loadWhole(join(this.#folder, 'tokenizers', path));
    return this.#tokenizer;
  }

  close(): void {
    this.#tokenizer?.close();
    this.#tokenizer = undefined;
  }
}

async function complain(tokenizer: Tokenizer, expected: PublicCase): Promise<string | undefined> {
  const text =
    typeof expected.text === 'string' ? expected.text : expected.text.repeat[0].repeat(expected.text.repeat[1]);
  for (const pass of ['cold', 'warm']) {
    const { ids } = await tokenizer.encode(text, { addSpecialTokens: expected.add_special_tokens });
    if (ids.length !== expected.n_ids) return `${ids.length} ids ${pass}, where ${expected.n_ids} are right`;
    if (hashOf(ids) !== expected.ids_sha256) return `as many ids as expected, but others, ${pass}`;
  }
  return undefined;
}

function hashOf(ids: Uint32Array): string {
  const bytes = Buffer.alloc(ids.length * 4);
  ids.forEach((id, index) => bytes.writeUInt32LE(id, index * 4));
  return createHash('sha256').update(bytes).digest('hex');
}
