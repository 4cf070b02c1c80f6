import { describeValue, invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';
import { binding } from './native-binding.js';

/** An encoding whose vocabulary is part of this package. */
export type EmbeddedEncoding = 'cl100k_base' | 'o200k_base';

/** The names of the embedded encodings. */
export function embeddedEncodings(): readonly string[] {
  return binding.embeddedEncodings();
}

/** Checks the name of an encoding; the error for one that is not embedded lists those that are. */
export function checkEncodingName(name: unknown): string {
  if (typeof name !== 'string') throw invalidArgument('name', name, 'the name of an encoding');
  const known = embeddedEncodings();
  if (known.includes(name)) return name;
  const message = `unknown encoding ${describeValue(name)}; the known ones are ${known.join(', ')}`;
  throw new TokenwellError('ERR_TOKENIZER_NOT_FOUND', message);
}
