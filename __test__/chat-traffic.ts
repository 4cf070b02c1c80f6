import fc from 'fast-check';
import { mixedText } from './mixed-text.js';

/** Requests of several chats that grow at the same time: each has all messages of its chat so far. */
export interface ChatTraffic {
  readonly requests: readonly string[];
  /** How many different messages there are, each behind a delimiter. */
  readonly messages: number;
}

const CHATS = 4;
const TURNS = 40;

/** Longer than the shortest segment, so that plain text is cut at line ends too where that is proved. */
const lines = fc
  .array(fc.constantFrom('  return total;', 'The end of a line.', '', '\t"key": [1, 2],', 'größer\r', "don't"), {
    minLength: 20,
    maxLength: 80,
  })
  .map((texts) => texts.join('\n'));

const short = fc.string({ unit: 'grapheme', maxLength: 40 });

const message = fc.oneof(
  { weight: 6, arbitrary: short },
  { weight: 3, arbitrary: mixedText },
  { weight: 1, arbitrary: lines },
);

/**
 * Traffic that follows from a seed, so that a failing test has a number to print and not a megabyte of text. `delimiter` is an added token,
 * and stands before each message, so that messages are segments. Each begins with a number of its own: no two are the same.
 */
export function chatTraffic(seed: number, delimiter: string): ChatTraffic {
  const count = 2 * TURNS * CHATS;
  const contents = fc.sample(message, { seed, numRuns: count });
  const chats = Array.from({ length: CHATS }, () => '');
  const requests: string[] = [];
  for (const [index, content] of contents.entries()) {
    const chat = Math.floor(index / 2) % CHATS;
    chats[chat] += `${delimiter}${index}: ${content}`;
    // A turn is two messages, and the chats take turns.
    if (index % 2 === 1) requests.push(chats[chat] ?? '');
  }
  return { requests, messages: count };
}
