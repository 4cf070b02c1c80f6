import { types } from 'node:util';
import { invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';

/**
 * Text to encode or count, in one of three forms that give the same ids for the same text.
 *
 * - `string`: a lone surrogate (half of a pair) counts as U+FFFD.
 * - `Uint8Array` (so also `Buffer`): UTF-8; anything else is `ERR_INVALID_UTF8`. It is copied when a call starts, so it may be changed or
 *   transferred while the call runs; `isWithinTokenLimit` alone reads it as it goes.
 * - `{ parts }`: the strings joined, without the cost of joining them in JavaScript. Use it for text that grows by `+=`: such a string
 *   is flattened on the JavaScript thread before it can be read. Parts of a few hundred characters and more cost least; each costs some 150
 *   nanoseconds however short it is. A surrogate pair may be split between two parts.
 */
export type TextInput = string | Uint8Array | { readonly parts: readonly string[] };

/** A text, or a pair of texts that the tokenizer's template joins (`[CLS] a [SEP] b [SEP]` in BERT). */
export type TextOrPair = TextInput | readonly [TextInput, TextInput];

/** A text as native code takes it. */
export type NativeText = string | Uint8Array | { parts: string[] };

/** A text or a pair, as native code takes it. */
export type NativeInput = NativeText | [NativeText, NativeText];

/** An input that has been checked: what crosses into native code, and how large it is. */
export interface Checked<Native extends NativeInput> {
  readonly native: Native;
  /** Length as the caller sees it: UTF-16 units, or bytes for a `Uint8Array`. */
  readonly chars: number;
  /** Size as it crosses, in bytes: two a UTF-16 unit. */
  readonly bytes: number;
}

/** Checks one text; `name` is what messages call it. */
export function checkText(value: unknown, name: string): Checked<NativeText> {
  if (typeof value === 'string') return { native: value, chars: value.length, bytes: 2 * value.length };
  // Not `instanceof`, which fails for arrays of another realm (a vm context, as some test runners use).
  if (types.isUint8Array(value)) return checkBytes(value, name);
  if (typeof value === 'object' && value !== null && 'parts' in value) return checkParts(value.parts, name);
  throw invalidArgument(name, value, 'a string, a Uint8Array or { parts: string[] }');
}

function checkBytes(view: Uint8Array, name: string): Checked<NativeText> {
  if (view.byteLength === 0) requireAttached(view, name);
  // Another thread may write to shared memory while native code checks and reads it, so the bytes are copied first.
  const native = types.isSharedArrayBuffer(view.buffer) ? new Uint8Array(view) : view;
  return { native, chars: native.byteLength, bytes: native.byteLength };
}

/** An array whose buffer was transferred looks empty; taking it for the empty text would hide the caller's mistake. */
function requireAttached(view: Uint8Array, name: string): void {
  try {
    // The only way that Node.js 20 has to ask; it makes a view and copies nothing.
    void new Uint8Array(view.buffer, 0, 0);
  } catch (cause) {
    throw new TokenwellError('ERR_INVALID_ARGUMENT', `${name} is a Uint8Array whose buffer has been transferred away`, {
      cause,
    });
  }
}

function checkParts(parts: unknown, name: string): Checked<NativeText> {
  if (!Array.isArray(parts)) throw invalidArgument(`${name}.parts`, parts, 'an array of strings');
  const copy: string[] = [];
  let chars = 0;
  for (const part of parts as readonly unknown[]) {
    if (typeof part !== 'string') throw invalidArgument(`${name}.parts[${copy.length}]`, part, 'a string');
    copy.push(part);
    chars += part.length;
  }
  return { native: joinIfShort(copy, chars), chars, bytes: 2 * chars };
}

/** Parts that are shorter than this on average are joined before they cross, since to hand over one costs as much as to join several. */
const SHORT_PART_UNITS = 256;

/** A longer text crosses in slices of this size, in UTF-16 units or bytes, so that no turn of the event loop copies more. */
export const SLICE_UNITS = 1_000_000;

/** A slice has no more parts than this: handing over a part, or joining it, takes some 150 nanoseconds however short it is. */
export const SLICE_PARTS = 8192;

/** Parts as they cross with the least work. */
export function joinIfShort(parts: string[], units: number): NativeText {
  return units < parts.length * SHORT_PART_UNITS && parts.length <= SLICE_PARTS ? parts.join('') : { parts };
}

/** Checks a text or a pair of texts; `name` is what messages call it. */
export function checkTextOrPair(value: unknown, name: string): Checked<NativeInput> {
  if (!Array.isArray(value)) return checkText(value, name);
  if (value.length !== 2) throw invalidArgument(name, value, 'a text or a pair of two texts');
  const first = checkText(value[0], `${name}[0]`);
  const second = checkText(value[1], `${name}[1]`);
  return {
    native: [first.native, second.native],
    chars: first.chars + second.chars,
    bytes: first.bytes + second.bytes,
  };
}

/** The length of a text as the caller sees it: UTF-16 units, or bytes. */
export function lengthOf(text: NativeText): number {
  if (typeof text === 'string' || types.isUint8Array(text)) return text.length;
  return text.parts.reduce((units, part) => units + part.length, 0);
}

/** Whether a text takes too long to be handed over in one turn of the event loop. */
export function isLong(text: NativeText): boolean {
  if (typeof text === 'string' || types.isUint8Array(text)) return text.length > SLICE_UNITS;
  return text.parts.length > SLICE_PARTS || lengthOf(text) > SLICE_UNITS;
}

/** The same input, out of the caller's reach: for text that crosses later than in the call that brought it. */
export function detach<Native extends NativeInput>(input: Native): Native;
export function detach(input: NativeInput): NativeInput {
  if (Array.isArray(input)) return [detach(input[0]), detach(input[1])];
  return types.isUint8Array(input) ? copyOf(input) : input;
}

function copyOf(bytes: Uint8Array): Uint8Array {
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    const message = 'a Uint8Array was transferred away while the call read its arguments';
    throw new TokenwellError('ERR_INVALID_ARGUMENT', message, { cause });
  }
}
