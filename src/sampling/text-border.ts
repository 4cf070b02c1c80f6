/**
 * Places where a window may begin or end, told from the two units beside them.
 *
 * A *word border* is a place where most tokenizers work on both sides apart. It need not be right for all of them: native code counts only
 * from the first to the last place in a window that is proved for the tokenizer, and finds more of them the closer windows keep to
 * such places. A *character border* is any place that splits no character and no CRLF.
 */
import { type Stretch, unitAt } from './sampled-text.js';

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, APOSTROPHE] = [0x09, 0x0a, 0x0d, 0x20, 0x27];
const LAST_ASCII = 0x7f;

/** Whether a word ends at a place: behind a letter or digit before ASCII punctuation, behind anything visible before white space, before CJK punctuation. */
export function isWordBorder(stretch: Stretch, at: number): boolean {
  const [before, behind] = [unitAt(stretch, at - 1), unitAt(stretch, at)];
  if (behind > LAST_ASCII)
    return isCjkPunctuation(stretch, at) && before > LAST_ASCII && isCharacterBorder(stretch, at);
  if (isWhiteSpace(behind)) return before > SPACE;
  return (
    (isLetterOrDigit(before) || before > LAST_ASCII) &&
    behind > SPACE &&
    behind !== APOSTROPHE &&
    !isLetterOrDigit(behind)
  );
}

/** Whether a place splits neither a surrogate pair, nor a UTF-8 sequence, nor a CRLF. */
export function isCharacterBorder(stretch: Stretch, at: number): boolean {
  const [before, behind] = [unitAt(stretch, at - 1), unitAt(stretch, at)];
  if (before === CARRIAGE_RETURN && behind === LINE_FEED) return false;
  return typeof stretch === 'string' ? !(isHigh(before) && isLow(behind)) : !isContinuation(behind);
}

function isWhiteSpace(unit: number): boolean {
  return unit === SPACE || unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === TAB;
}

function isLetterOrDigit(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

/** U+3001 and U+3002, the comma and full stop of Chinese and Japanese, and U+FF0C, the other comma. */
function isCjkPunctuation(stretch: Stretch, at: number): boolean {
  if (typeof stretch === 'string') {
    const unit = stretch.charCodeAt(at);
    return unit === 0x30_01 || unit === 0x30_02 || unit === 0xff_0c;
  }
  const [first, second, third] = [stretch[at], stretch[at + 1], stretch[at + 2]];
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
