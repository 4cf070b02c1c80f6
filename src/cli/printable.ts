/**
 * A text made safe to print: control characters, line separators and the marks that reorder text are written as escapes, so that no
 * file name, token or error message can steer the terminal or look like another line.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu, escape);
}

/** A value as JSON in one line, in ASCII where {@link printable} would escape, so that it is safe to print and still the same JSON. */
export function jsonLine(value: unknown): string {
  return printable(JSON.stringify(value));
}

/** All that is escaped lies below U+10000, so JSON's own form of four digits serves both functions. */
function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
