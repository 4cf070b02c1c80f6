import { existsSync } from 'node:fs';
import { describeValue } from '../argument-error.js';
import { embeddedEncodings, type EmbeddedEncoding } from '../embedded-encoding.js';
import type { LoadOptions } from '../load-options.js';
import { Tokenizer } from '../tokenizer.js';
import { CommandError } from './command-error.js';

/** What `--tokenizer` is when it is not given. */
export const DEFAULT_TOKENIZER = 'o200k_base';

/** Loads what `--tokenizer` names: an embedded encoding, else a path. A file that has the name of an encoding is reached as `./NAME`. */
export async function loadTokenizer(nameOrPath: string, options?: LoadOptions): Promise<Tokenizer> {
  const known = embeddedEncodings();
  if (known.includes(nameOrPath)) return Tokenizer.fromEncoding(nameOrPath as EmbeddedEncoding, options);
  if (looksLikeName(nameOrPath) && !existsSync(nameOrPath)) {
    throw new CommandError(`unknown encoding ${describeValue(nameOrPath)}; the known ones are ${known.join(', ')}`);
  }
  return Tokenizer.fromFile(nameOrPath, options);
}

/** A word without separators and without a file extension was hardly meant as a path. */
function looksLikeName(nameOrPath: string): boolean {
  return /^[\w-]*$/u.test(nameOrPath);
}
