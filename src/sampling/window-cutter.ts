/**
 * Cutting of windows from a text.
 *
 * Both edges of a window move *forward* to the next word border. Moving the start forward and the end back looks as safe, but would leave out
 * the words at both edges, and with them more of the long ones: a blob of base64 longer than a window would hardly ever be seen. With
 * one rule for both edges any character is as likely to be in a window as any other, for where a window ends another one could as well begin.
 *
 * Where no border is near, as in such a blob, an edge stays where it is. What that adds to the count is measured; see `estimate.ts`.
 */
import { type SampledText, type Stretch, within } from './sampled-text.js';
import { isCharacterBorder, isWordBorder } from './text-border.js';

/** What tells whether a place is a border: the unit before it, and the three bytes of a character behind it. */
const [UNITS_BEFORE, UNITS_BEHIND] = [1, 3];

/**
 * The window that is planned from `start` up to `end`; no edge moves further than `reach` units. Where an edge ends up depends on its place alone, so windows that
 * were planned side by side have no gap and no overlap.
 */
export function cutWindow(text: SampledText, start: number, end: number, reach: number): Stretch {
  const from = Math.max(0, start - UNITS_BEFORE);
  const view = text.stretch(from, Math.min(text.chars, end + reach + UNITS_BEHIND));
  const first = start === 0 ? 0 : borderFrom(view, start - from, reach);
  const last = end === text.chars ? view.length : borderFrom(view, end - from, reach);
  return within(view, first, last);
}

/** The first word border from a place on; the place itself, or where the character there ends, if there is none within reach. */
function borderFrom(view: Stretch, place: number, reach: number): number {
  const most = Math.min(view.length, place + reach);
  for (let at = place; at <= most; at += 1) if (isWordBorder(view, at)) return at;
  let at = place;
  while (at < most && !isCharacterBorder(view, at)) at += 1;
  return at;
}
