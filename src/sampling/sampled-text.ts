import { types } from 'node:util';
import type { Checked, NativeText } from '../text-input.js';

/** A short stretch of a text, in the text's own form: UTF-16 units or UTF-8 bytes. */
export type Stretch = string | Uint8Array;

/** A text of which any stretch can be had without touching the rest. */
export interface SampledText {
  /** Length in UTF-16 units, or bytes. */
  readonly chars: number;
  /** What stands from `start` up to `end`. Bytes are not copied. */
  stretch(start: number, end: number): Stretch;
}

/** Makes stretches of a text accessible, whichever form it has. Costs nothing but for `{ parts }`: then one number a part. */
export function sampledText({ native, chars }: Checked<NativeText>): SampledText {
  if (typeof native === 'string') return { chars, stretch: (start, end) => native.slice(start, end) };
  if (types.isUint8Array(native)) return { chars, stretch: (start, end) => native.subarray(start, end) };
  return new JoinedParts(native.parts, chars);
}

/** The unit of a stretch at a place; NaN outside of it. */
export function unitAt(stretch: Stretch, at: number): number {
  return typeof stretch === 'string' ? stretch.charCodeAt(at) : (stretch[at] ?? Number.NaN);
}

/** A part of a stretch. */
export function within(stretch: Stretch, start: number, end: number): Stretch {
  return typeof stretch === 'string' ? stretch.slice(start, end) : stretch.subarray(start, end);
}

/** Parts as one text that is never joined as a whole: only the few units of a stretch are. */
class JoinedParts implements SampledText {
  readonly chars: number;
  readonly #parts: readonly string[];
  /** Where each part starts. */
  readonly #starts: Float64Array;

  constructor(parts: readonly string[], chars: number) {
    this.#parts = parts;
    this.chars = chars;
    this.#starts = new Float64Array(parts.length);
    let start = 0;
    for (const [index, part] of parts.entries()) {
      this.#starts[index] = start;
      start += part.length;
    }
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

  /** The number of the last part that starts at or before a place. */
  #partAt(place: number): number {
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
