/**
 * Cutting of windows from a text.
 *
 * Both edges of a window move *forward* to the next word border. Moving the start forward and the end back looks as safe, but would leave out
 * the words at both edges, and with them more of the long ones: a blob of base64 longer than a window would hardly ever be seen. With
 * one rule for both edges any character is as likely to be in a window as any other, for where a window ends another one could as well begin.
 *
 * Where no border is near, as in such a blob, an edge stays where it is. What that adds to the count is measured; see `estimate.ts`.
 */
import type { SampledText, Stretch } from './sampled-text.js';
import { isCharacterBorder, isWordBorder } from './text-border.js';

/** The window that is planned from `start` up to `end`. */
export function cutWindow(text: SampledText, start: number, end: number, reach: number): Stretch {
  return text.stretch(edgeFrom(text, start, reach), edgeFrom(text, end, reach));
}

/**
 * Where an edge ends up that is planned at a place: at the first word border from there on that is at most `reach` units away, or else where the character at the place
 * ends. It depends on nothing else, and never goes back where the place goes on; so windows that are planned apart do not overlap.
 */
export function edgeFrom(text: SampledText, place: number, reach: number): number {
  if (place <= 0 || place >= text.chars) return Math.max(0, Math.min(place, text.chars));
  const most = Math.min(text.chars - 1, place + reach);
  for (let at = place; at <= most; at += 1) if (isWordBorder(text, at)) return at;
  return characterBorderFrom(text, place);
}

/** No character has more units than four, so bytes that are no UTF-8 are cut there at the latest; native code refuses them. */
function characterBorderFrom(text: SampledText, place: number): number {
  const LONGEST_CHARACTER = 4;
  let at = place;
  while (at < place + LONGEST_CHARACTER - 1 && at < text.chars && !isCharacterBorder(text, at)) at += 1;
  return at;
}
