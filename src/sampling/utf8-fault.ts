import { isUtf8 } from 'node:buffer';
import { types } from 'node:util';
import { TokenwellError } from '../errors.js';
import type { NativeText } from '../text-input.js';

const LONGEST_SEQUENCE_BYTES = 4;

/** A stretch that is not worth halving. */
const SHORT_BYTES = 16;

/**
 * Native code names the place of a bad byte in the window that it was given. This names the first one of the whole text, as an exact count does; other errors
 * stay as they are. The text is validated for it, at some gigabytes a second.
 */
export function withPlaceInText(error: unknown, text: NativeText): unknown {
  const isFault = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_UTF8';
  if (!isFault || !types.isUint8Array(text) || isUtf8(text)) return error;
  return new TokenwellError('ERR_INVALID_UTF8', `invalid UTF-8 at byte ${firstFault(text)}`, { cause: error });
}

/** Where the first sequence that is no UTF-8 starts, in bytes that hold one. */
function firstFault(bytes: Uint8Array): number {
  let [valid, end] = [0, bytes.length];
  while (end - valid > SHORT_BYTES) {
    const middle = sequenceStart(bytes, valid + Math.ceil((end - valid) / 2));
    if (isUtf8(bytes.subarray(valid, middle))) valid = middle;
    else end = middle;
  }
  let fault = end;
  while (!isUtf8(bytes.subarray(valid, fault))) fault -= 1;
  return fault;
}

/** Where the sequence starts that has a byte; the byte itself if none does. */
function sequenceStart(bytes: Uint8Array, place: number): number {
  for (let at = place; at > place - LONGEST_SEQUENCE_BYTES; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 || byte >= 0xc0) return at;
  }
  return place;
}
