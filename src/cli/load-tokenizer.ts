import { existsSync } from 'node:fs';
import { describeValue } from '../argument-error.js';
import { embeddedEncodings, type EmbeddedEncoding } from '../embedded-encoding.js';
import { Tokenizer } from '../tokenizer.js';
import { CommandError } from './command-error.js';

/** What `--tokenizer` is when it is not given. */
export const DEFAULT_TOKENIZER = 'o200k_base';

/** Loads what `--tokenizer` names: an embedded encoding, else a path. A file that has the name of an encoding is reached as `./NAME`. */
export async function loadTokenizer(nameOrPath: string): Promise<Tokenizer> {
  const known = embeddedEncodings();
  if (known.includes(nameOrPath)) return Tokenizer.fromEncoding(nameOrPath as EmbeddedEncoding);
  if (looksLikeName(nameOrPath) && !existsSync(nameOrPath)) {
    throw new CommandError(`unknown encoding ${describeValue(nameOrPath)}; the known ones are ${known.join(', ')}`);
  }
  return Tokenizer.fromFile(nameOrPath);
}

/** A word without separators and without a file extension was hardly meant as a path. */
function looksLikeName(nameOrPath: string): boolean {
  return /^[\w-]*$/u.test(nameOrPath);
}
