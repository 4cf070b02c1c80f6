import { setImmediate as nextTurn } from 'node:timers/promises';
import { throwIfAborted } from './abort-listener.js';
import { binding, type NativeTextBuffer } from './native-binding.js';
import { isLong, lengthOf, type NativeInput, type NativeText, SLICE_UNITS } from './text-input.js';
import { slicesOf } from './text-slices.js';

/** A text as it crosses: as it is, or in a buffer that it was brought across in. */
export type CrossedText = NativeText | NativeTextBuffer;

/** Brings the long texts of some inputs across slice by slice, with a turn of the event loop between two slices. */
export async function crossAll(
  inputs: readonly NativeInput[],
  signal: AbortSignal | undefined,
): Promise<(CrossedText | CrossedText[])[]> {
  const crossed: (CrossedText | CrossedText[])[] = [];
  for (const input of inputs) {
    // One after the other, or many slices would be copied in one turn.
    if (Array.isArray(input)) crossed.push([await cross(input[0], signal), await cross(input[1], signal)]);
    else crossed.push(await cross(input, signal));
  }
  return crossed;
}

/** Whether any of some inputs is too long to be handed over in one turn of the event loop. */
export function areLong(inputs: readonly NativeInput[]): boolean {
  return inputs.flat().some((text) => isLong(text));
}

/** Brings a text across, slice by slice if it is long. Bytes must then be out of the caller's reach. */
export async function cross(text: NativeText, signal: AbortSignal | undefined): Promise<CrossedText> {
  if (!isLong(text)) return text;
  const buffer = new binding.NativeTextBuffer(lengthOf(text));
  for (const slice of slicesOf(text, () => SLICE_UNITS)) {
    buffer.append(slice.text);
    await nextTurn();
    throwIfAborted(signal);
  }
  return buffer;
}
