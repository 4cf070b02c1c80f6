/**
 * Places where a window may begin or end, told from the units beside them.
 *
 * A *word border* is a place where most tokenizers work on both sides apart. It need not be right for all of them: what a wrong one adds to the count
 * is measured with all else that windows add. A *character border* is any place that splits no character and no CRLF.
 */
import type { SampledText } from './sampled-text.js';

const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const APOSTROPHE = 0x27;
const LAST_ASCII = 0x7f;

/**
 * Whether a word ends at a place: behind anything visible before white space, behind a letter or digit before ASCII punctuation, and behind a letter beyond
 * ASCII before a comma or full stop of Chinese and Japanese, which have no spaces.
 */
export function isWordBorder(text: SampledText, place: number): boolean {
  const before = text.unitAt(place - 1);
  const behind = text.unitAt(place);
  if (isWhiteSpace(behind)) return before > SPACE;
  if (behind > LAST_ASCII) return before > LAST_ASCII && isCjkPunctuation(text, place, behind);
  return behind > SPACE && behind !== APOSTROPHE && !isAsciiLetterOrDigit(behind) && isLetterOrDigit(before);
}

/** Whether a place splits neither a surrogate pair, nor a UTF-8 sequence, nor a CRLF. */
export function isCharacterBorder(text: SampledText, place: number): boolean {
  const before = text.unitAt(place - 1);
  const behind = text.unitAt(place);
  if (before === CARRIAGE_RETURN && behind === LINE_FEED) return false;
  return text.isUtf8 ? !isContinuation(behind) : !(isHigh(before) && isLow(behind));
}

function isWhiteSpace(unit: number): boolean {
  return unit === SPACE || unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === TAB;
}

/** Beyond ASCII nearly all is letters. */
function isLetterOrDigit(unit: number): boolean {
  return unit > LAST_ASCII || isAsciiLetterOrDigit(unit);
}

function isAsciiLetterOrDigit(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** U+3001 and U+3002, the comma and full stop of Chinese and Japanese, and U+FF0C, the wide comma. */
function isCjkPunctuation(text: SampledText, place: number, first: number): boolean {
  if (!text.isUtf8) return first === 0x30_01 || first === 0x30_02 || first === 0xff_0c;
  const second = text.unitAt(place + 1);
  const third = text.unitAt(place + 2);
  if (first === 0xe3) return second === 0x80 && (third === 0x81 || third === 0x82);
  return first === 0xef && second === 0xbc && third === 0x8c;
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
