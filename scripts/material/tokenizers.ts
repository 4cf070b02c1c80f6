import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer, TokenwellError } from '../../index.js';
import { sweep, type SweepResult } from './sweep.js';

/** Files that no version of the reference loads, kept to see that they are refused in good order. */
const BROKEN: ReadonlySet<string> = new Set(['llama2-hf-old', 'ort-added-tokens']);

const SAMPLE = 'Hello, world! 12345\n\tnaïve café 東京 🙂 ';

/** Every file either loads, encodes, counts and decodes without a complaint, or is one of the broken ones and says so. */
export async function sweepTokenizers(folder: string): Promise<SweepResult> {
  const names = readdirSync(join(folder, 'tokenizers')).filter((name) => existsSync(tokenizerFile(folder, name)));
  return await sweep(
    names,
    (name) => name,
    async (name) => (BROKEN.has(name) ? await complainUnlessRefused(folder, name) : await complain(folder, name)),
  );
}

/** The tokenizer of a file, without the truncation and padding that the file may ask for. */
export async function loadWhole(path: string): Promise<Tokenizer> {
  const file = JSON.parse(readFileSync(path, 'utf8')) as { truncation: unknown; padding: unknown };
  const isWhole = (file.truncation ?? null) === null && (file.padding ?? null) === null;
  if (isWhole) return await Tokenizer.fromFile(path);
  return await Tokenizer.fromJSON(JSON.stringify({ ...file, truncation: null, padding: null }));
}

function tokenizerFile(folder: string, name: string): string {
  return join(folder, 'tokenizers', name, 'tokenizer.json');
}

async function complain(folder: string, name: string): Promise<string | undefined> {
  using tokenizer = await loadWhole(tokenizerFile(folder, name));
  const options = { addSpecialTokens: true, specialTokens: 'match' } as const;
  const { ids } = await tokenizer.encode(SAMPLE, options);
  const { tokens } = await tokenizer.count(SAMPLE, options);
  if (tokens !== ids.length) return `count says ${tokens}, encode gives ${ids.length} ids`;
  const beyond = ids.findIndex((id) => id >= tokenizer.vocabSize());
  if (beyond >= 0) return `id ${ids[beyond]} is beyond the vocabulary of ${tokenizer.vocabSize()}`;
  await tokenizer.decode(ids);
  return undefined;
}

async function complainUnlessRefused(folder: string, name: string): Promise<string | undefined> {
  try {
    (await Tokenizer.fromFile(tokenizerFile(folder, name))).close();
    return 'it was loaded, though it is broken';
  } catch (error) {
    return error instanceof TokenwellError && error.code !== 'ERR_INTERNAL' ? undefined : String(error);
  }
}
