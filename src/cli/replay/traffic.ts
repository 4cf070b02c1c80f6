import { describeValue } from '../../argument-error.js';
import { CommandError } from '../command-error.js';
import type { ChatForm, ChatMessage } from './chat-form.js';

/**
 * One request of recorded traffic. Its text is made when it is asked for: the requests of a long chat share nearly all of their text, and
 * all of them together may be a hundred times as large as the recording.
 */
export interface TrafficRequest {
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  readonly text: () => string;
}

const LINE_FEED = 0x0a;

/**
 * Reads traffic, a JSON object a line. A line is one request, `{ messages }` or `{ text }`, or all requests of a chat, `{ messages,
 * cuts }`: request number k has the first `cuts[k]` messages. Empty lines are skipped, and further fields are ignored.
 *
 * @throws CommandError for a line that is none of these; it names the line.
 */
export function parseTraffic(bytes: Uint8Array, form: ChatForm): TrafficRequest[] {
  const requests: TrafficRequest[] = [];
  let number = 0;
  for (let start = 0; start < bytes.length;) {
    const at = bytes.indexOf(LINE_FEED, start);
    const end = at < 0 ? bytes.length : at;
    number += 1;
    try {
      // Not `push(...)`: a chat of very many requests would not fit on the stack.
      for (const request of parseLine(bytes.subarray(start, end), form)) requests.push(request);
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      throw new CommandError(`line ${number}: ${cause.message}`, { cause });
    }
    start = end + 1;
  }
  return requests;
}

function parseLine(bytes: Uint8Array, form: ChatForm): TrafficRequest[] {
  const line = decode(bytes).trim();
  if (line === '') return [];
  const { text, messages, cuts } = parseObject(line);
  if (text !== undefined && messages !== undefined) throw new CommandError('text and messages exclude each other');
  if (text !== undefined) return [requestOfText(text)];
  return requestsOfChat(checkMessages(messages), cuts, form);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError('not UTF-8', { cause });
  }
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new CommandError('not JSON', { cause });
  }
  if (isObject(value)) return value;
  throw new CommandError(`must be a JSON object, but is ${describeValue(value)}`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function requestOfText(text: unknown): TrafficRequest {
  if (typeof text !== 'string') throw new CommandError(`text must be a string, but is ${describeValue(text)}`);
  return { bytes: Buffer.byteLength(text), text: () => text };
}

function checkMessages(messages: unknown): ChatMessage[] {
  if (messages === undefined) throw new CommandError('must have messages or text');
  if (!Array.isArray(messages)) throw new CommandError(`messages must be an array, but is ${describeValue(messages)}`);
  return messages.map((message: unknown, index) => {
    if (!isObject(message)) {
      throw new CommandError(`messages[${index}] must be an object, but is ${describeValue(message)}`);
    }
    // A message that only calls tools is recorded with `null` by many interfaces.
    const { role, content } = { role: message['role'], content: message['content'] ?? '' };
    if (typeof role === 'string' && typeof content === 'string') return { role, content };
    const [field, value] = typeof role === 'string' ? ['content', content] : ['role', role];
    throw new CommandError(`messages[${index}].${field} must be a string, but is ${describeValue(value)}`);
  });
}

function requestsOfChat(messages: readonly ChatMessage[], cuts: unknown, form: ChatForm): TrafficRequest[] {
  const texts = messages.map((message) => form.message(message));
  // `bytesUpTo[n]`: of the first n messages. Messages never share a character, so their sizes add up.
  const bytesUpTo = [0];
  for (const text of texts) bytesUpTo.push((bytesUpTo.at(-1) ?? 0) + Buffer.byteLength(text));
  return checkCuts(cuts, messages.length).map((cut) => ({
    bytes: (bytesUpTo[cut] ?? 0) + Buffer.byteLength(form.end),
    text: () => texts.slice(0, cut).join('') + form.end,
  }));
}

/** Without cuts a line is one request with all its messages. */
function checkCuts(cuts: unknown, messages: number): number[] {
  if (cuts === undefined) return [messages];
  if (!Array.isArray(cuts)) throw new CommandError(`cuts must be an array, but is ${describeValue(cuts)}`);
  return cuts.map((cut: unknown, index) => {
    if (typeof cut === 'number' && Number.isInteger(cut) && cut >= 0 && cut <= messages) return cut;
    throw new CommandError(`cuts[${index}] must be a whole number from 0 to ${messages}, but is ${describeValue(cut)}`);
  });
}
