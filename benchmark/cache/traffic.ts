import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleChats, type SampleChat } from '../texts.js';
import type { Settings } from './settings.js';

/** Files of traffic, with a name for the records. */
export interface Traffic {
  readonly name: string;
  readonly files: readonly string[];
}

const GROWING_CHAT_REQUESTS = 40;
/** Shorter than any text that is cut, so that a message is one segment for every tokenizer. */
const QUESTION_BYTES = 400;

/** The traffic that the settings ask for; what is made here lies in a folder that is removed at the end of the program. */
export function trafficOf({ traffic, growingChat }: Settings): Traffic {
  if (traffic.length > 0 && growingChat) throw new Error('--growing-chat and TRAFFIC exclude each other');
  if (traffic.length > 0) return { name: 'recorded traffic', files: traffic };
  if (growingChat) return madeTraffic('a chat that grows by a turn a request', growingChatLines());
  return madeTraffic('the sample chats, growing turn by turn', interleavedLines(sampleChats()));
}

function madeTraffic(name: string, lines: readonly object[]): Traffic {
  const folder = mkdtempSync(join(tmpdir(), 'tokenwell-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'traffic.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { name, files: [file] };
}

/** A request is sent whenever the next message is the model's; the chats take turns, as those of several users do. */
function interleavedLines(chats: readonly SampleChat[]): object[] {
  const requestsOf = chats.map(({ messages }) =>
    messages.flatMap(({ role }, index) => (role === 'assistant' ? [{ messages: messages.slice(0, index) }] : [])),
  );
  const longest = Math.max(...requestsOf.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => requestsOf.flatMap((requests) => requests[turn] ?? [])).flat();
}

/**
 * Request number k has k questions, each with the same answer, in ChatML with nothing behind the last message: 4 k lookups, of which a
 * question, and at first the answer and a line feed, are new.
 */
function growingChatLines(): object[] {
  const chat = sampleChats().find(({ name }) => name === 'multilingual');
  const lines = (chat?.messages ?? [])
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => content.split('\n'));
  const short = [...new Set(lines)].filter((line) => Buffer.byteLength(line) < QUESTION_BYTES);
  const questions = short.slice(0, GROWING_CHAT_REQUESTS);
  if (questions.length < GROWING_CHAT_REQUESTS) throw new Error('the sample chat is too short');
  let text = '';
  return questions.map((question) => {
    text += `<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\nNoted.<|im_end|>\n`;
    return { text };
  });
}
