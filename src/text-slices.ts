import { types } from 'node:util';
import { TokenwellError } from './errors.js';
import { joinIfShort, type NativeText, SLICE_PARTS } from './text-input.js';

/** A slice of a text. */
export interface TextSlice {
  readonly text: NativeText;
  /** Whether the text ends with it. */
  readonly isLast: boolean;
}

/**
 * Cuts a text into slices, in order, of at most as many UTF-16 units or bytes as `size` says for each, which is never below four; there is always
 * one. None ends within a surrogate pair or a UTF-8 sequence, for which it may be a little shorter. Nothing is copied but short parts.
 */
export function slicesOf(text: NativeText, size: () => number): Generator<TextSlice, void, void> {
  if (typeof text === 'string') return slicesOfString(text, size);
  return types.isUint8Array(text) ? slicesOfBytes(text, text.length, size) : slicesOfParts(text.parts, size);
}

function* slicesOfString(text: string, size: () => number): Generator<TextSlice, void, void> {
  let start = 0;
  do {
    const end = unitBoundary(text, start, Math.min(text.length, start + size()));
    yield { text: text.slice(start, end), isLast: end === text.length };
    start = end;
  } while (start < text.length);
}

function* slicesOfBytes(bytes: Uint8Array, length: number, size: () => number): Generator<TextSlice, void, void> {
  let start = 0;
  do {
    // Who is given bytes that are not copied must be told when they are not there any more.
    if (bytes.length !== length) {
      const message = 'text was transferred away or resized while it was read';
      throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
    }
    const end = byteBoundary(bytes, start, Math.min(length, start + size()));
    yield { text: bytes.subarray(start, end), isLast: end === length };
    start = end;
  } while (start < length);
}

function* slicesOfParts(parts: readonly string[], size: () => number): Generator<TextSlice, void, void> {
  let rest = '';
  let index = 0;
  let isLast = false;
  while (!isLast) {
    const most = size();
    const taken = rest === '' ? [] : [rest];
    let units = rest.length;
    while (units < most && taken.length < SLICE_PARTS && index < parts.length) {
      const part = parts[index++] ?? '';
      taken.push(part);
      units += part.length;
    }
    // Of empty parts at the end, none is the one that a pair could be split in.
    while (taken.length > 1 && taken.at(-1) === '') taken.pop();
    // What is too much of the last part is for the next slice, and so is half of a pair: the other half may begin the next part.
    const last = taken.pop() ?? '';
    const end = pairBoundary(last, last.length - Math.max(0, units - most), index < parts.length);
    rest = last.slice(end);
    taken.push(last.slice(0, end));
    isLast = rest === '' && index >= parts.length;
    yield { text: joinIfShort(taken, units - rest.length), isLast };
  }
}

/** The end of a slice, moved out of a surrogate pair. */
function unitBoundary(text: string, start: number, end: number): number {
  const splits = end < text.length && isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end));
  return splits && end - 1 > start ? end - 1 : end;
}

/** The end of what a slice takes of its last part. If other parts follow, a high surrogate at its end may be half of a pair. */
function pairBoundary(part: string, end: number, isFollowed: boolean): number {
  if (end === 0 || !isHigh(part.charCodeAt(end - 1))) return end;
  const splits = end < part.length ? isLow(part.charCodeAt(end)) : isFollowed;
  return splits ? end - 1 : end;
}

/** The end of a slice, moved out of a UTF-8 sequence. Bytes that are no UTF-8 are left as they are: native code tells where they stand. */
function byteBoundary(bytes: Uint8Array, start: number, end: number): number {
  const LONGEST_SEQUENCE = 4;
  if (end === bytes.length) return end;
  for (let at = end; at > Math.max(start, end - LONGEST_SEQUENCE); at -= 1) {
    if (!isContinuation(bytes[at] ?? 0)) return at;
  }
  return end;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit < 0xdc_00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit < 0xe0_00;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}
