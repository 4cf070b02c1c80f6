import { types } from 'node:util';
import { fileURLToPath } from 'node:url';
import { describeValue, invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';
import { checkText } from './text-input.js';

/** Checks the path that `fromFile` takes and gives it as a string. */
export function checkPath(path: unknown): string {
  const checked = path instanceof URL ? pathOfUrl(path) : path;
  if (typeof checked !== 'string' || checked === '') throw invalidArgument('path', path, 'a path or a file: URL');
  // The operating system would end the path there and open another file.
  if (checked.includes('\0')) throw invalidArgument('path', path, 'a path without NUL characters');
  return checked;
}

function pathOfUrl(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    const message = `path must be a file: URL of this machine, but is ${describeValue(url.href)}`;
    throw new TokenwellError('ERR_INVALID_ARGUMENT', message, { cause });
  }
}

/** Checks the text of a tokenizer.json that `fromJSON` takes. */
export function checkJson(json: unknown): string | Uint8Array {
  if (typeof json === 'string') return json;
  if (!types.isUint8Array(json))
    throw invalidArgument('json', json, 'the text of a tokenizer.json as a string or a Uint8Array');
  return checkText(json, 'json').native as Uint8Array;
}
