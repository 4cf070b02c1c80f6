import type { TextInput } from '../../index.js';
import { PromptMaker } from '../latency/prompts.js';
import { sampleTexts } from '../texts.js';

/**
 * The forms in which a text can cross, and for comparison the usual one of native addons. Pieces of 16 units are about what a model
 * streams, those of 256 about a line.
 */
export const KINDS = [
  'one-byte string',
  'two-byte string',
  'Uint8Array',
  'built by += 16',
  '{ parts } of 16',
  'built by += 256',
  '{ parts } of 256',
  'napi String, one-byte',
  'napi String, two-byte',
] as const;

/** One of them. */
export type Kind = (typeof KINDS)[number];

/** Length of the pieces that a text is built of where its kind does not say it. */
const PIECE_UNITS = 256;
const LATIN_1_LIMIT = 0xff;

/** A text of so many UTF-16 units of which V8 keeps one byte a unit, or with `wide` two: one character beyond Latin-1 is enough for that. */
export function textOf(units: number, wide: boolean): string {
  const maker = new PromptMaker(sampleTexts().map(({ text }) => text));
  const text = maker.create(units, { units }).body.toString('utf8');
  if (wide) return `${text.slice(0, -1)}\u2026`;
  return text
    .replaceAll(/[^\p{ASCII}¡-ÿ]/gu, 'é')
    .padEnd(units, '.')
    .slice(0, units);
}

function piecesOf(kind: Kind, text: string): string[] {
  const units = kind.endsWith(' 16') ? 16 : PIECE_UNITS;
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += units) pieces.push(text.slice(start, start + units));
  return pieces;
}

/** Whether V8 must keep a text as two bytes a unit. */
export function isWide(kind: Kind): boolean {
  return kind.includes('two-byte');
}

/**
 * Makes inputs of one kind, each time a new one where that matters: a string that was built by `+=` is a tree of its pieces until it is
 * read for the first time.
 */
export function inputMaker(kind: Kind, text: string): () => TextInput {
  const pieces = piecesOf(kind, text);
  // Joined and not the text itself, which may be a part of a longer string, or be kept by Node.js outside of V8's heap.
  const flat = pieces.join('');
  if (kind === 'Uint8Array') return () => bytesOf(text);
  if (kind.startsWith('built by')) return () => build(pieces);
  if (kind.startsWith('{ parts }')) return () => ({ parts: pieces });
  return () => flat;
}

function build(pieces: readonly string[]): string {
  let built = '';
  for (const piece of pieces) built += piece;
  return built;
}

/** The start of a text, as many bytes as it has units, or one less where that would split a character: Latin-1 has two bytes at most. */
function bytesOf(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const splits = ((bytes[text.length] ?? 0) & 0xc0) === 0x80;
  return bytes.subarray(0, splits ? text.length - 1 : text.length);
}

/** The text of an input. */
export function textOfInput(input: TextInput): string {
  if (typeof input === 'string') return input;
  return input instanceof Uint8Array ? Buffer.from(input).toString('utf8') : input.parts.join('');
}

/** Fails if a text would not take the bytes a unit that its kind says. */
export function checkWidth(kind: Kind, text: string): void {
  let widest = 0;
  for (let index = 0; index < text.length; index += 1) widest = Math.max(widest, text.charCodeAt(index));
  if (widest > LATIN_1_LIMIT !== isWide(kind)) throw new Error(`${kind}: the widest character is ${widest}`);
}
