import { types } from 'node:util';
import type { Checked, NativeText } from '../text-input.js';

/** A short stretch of a text, in the text's own form: UTF-16 units or UTF-8 bytes. */
export type Stretch = string | Uint8Array;

/** A text of which any place can be looked at without touching the rest. */
export interface SampledText {
  /** Length in UTF-16 units, or bytes. */
  readonly chars: number;
  /** Whether its units are bytes of UTF-8. */
  readonly isUtf8: boolean;
  /** The unit at a place; NaN outside of the text. */
  unitAt(place: number): number;
  /** What stands from `start` up to `end`. Bytes are not copied. */
  stretch(start: number, end: number): Stretch;
}

/** Makes all places of a text accessible, whichever form it has. Costs nothing but for `{ parts }`: then one number a part. */
export function sampledText({ native, chars }: Checked<NativeText>): SampledText {
  if (typeof native === 'string') return new StringText(native);
  return types.isUint8Array(native) ? new ByteText(native) : new JoinedParts(native.parts, chars);
}

class StringText implements SampledText {
  readonly chars: number;
  readonly isUtf8 = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    this.chars = text.length;
  }

  unitAt(place: number): number {
    return this.#text.charCodeAt(place);
  }

  stretch(start: number, end: number): string {
    return this.#text.slice(start, end);
  }
}

class ByteText implements SampledText {
  readonly chars: number;
  readonly isUtf8 = true;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.chars = bytes.length;
  }

  unitAt(place: number): number {
    return this.#bytes[place] ?? Number.NaN;
  }

  stretch(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }
}

/** Parts as one text that is never joined as a whole: only the few units of a stretch are. */
class JoinedParts implements SampledText {
  readonly chars: number;
  readonly isUtf8 = false;
  readonly #parts: readonly string[];
  /** Where each part starts. */
  readonly #starts: Float64Array;
  /** The part that was looked at last: the next place is most often in it too. */
  #latest = 0;

  constructor(parts: readonly string[], chars: number) {
    this.chars = chars;
    // Without empty parts, a place belongs to the last part that starts at or before it.
    this.#parts = parts.filter((part) => part !== '');
    this.#starts = new Float64Array(this.#parts.length);
    let start = 0;
    for (const [index, part] of this.#parts.entries()) {
      this.#starts[index] = start;
      start += part.length;
    }
  }

  unitAt(place: number): number {
    const index = this.#partAt(place);
    return this.#parts[index]?.charCodeAt(place - (this.#starts[index] ?? 0)) ?? Number.NaN;
  }

  stretch(start: number, end: number): string {
    let stretch = '';
    for (let index = this.#partAt(start); index < this.#parts.length; index += 1) {
      const from = this.#starts[index] ?? 0;
      if (from >= end) break;
      stretch += this.#parts[index]?.slice(Math.max(0, start - from), end - from) ?? '';
    }
    return stretch;
  }

  #partAt(place: number): number {
    const start = this.#starts[this.#latest] ?? 0;
    if (place < start || place >= start + (this.#parts[this.#latest]?.length ?? 0)) this.#latest = this.#search(place);
    return this.#latest;
  }

  /** The number of the last part that starts at or before a place. */
  #search(place: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low;
  }
}
