/**
 * Windows joined to one text.
 *
 * A window ends at a word border and the next one begins at one, so they can stand side by side as neighbours in a text do. Native code counts windows
 * between the first and the last place where text can be cut, and would leave out what stands before and behind; so there is a frame of two
 * words on each side, with a place between them where nearly every tokenizer can cut. The inner word is counted in each group, which is measured with
 * all else that joining adds.
 */
import type { NativeText } from '../text-input.js';
import type { Stretch } from './sampled-text.js';

const [HEAD, TAIL] = ['beginning of', ' of beginning'];
const [HEAD_BYTES, TAIL_BYTES] = [Buffer.from(HEAD), Buffer.from(TAIL)];

/** Joins windows, which are all strings or all bytes, within a frame. */
export function joinWindows(windows: readonly Stretch[]): NativeText {
  if (windows.every((window) => typeof window === 'string')) return HEAD + windows.join('') + TAIL;
  return Buffer.concat([HEAD_BYTES, ...windows.filter((window) => typeof window !== 'string'), TAIL_BYTES]);
}
