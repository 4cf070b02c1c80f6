import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A text that blocks of mixes are cut from. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** Real texts: what each file holds, and chats that grow. */
export interface Sources {
  readonly files: readonly Source[];
  /** Of each chat its requests as texts, in order: each begins with most of the one before it. */
  readonly chats: readonly (readonly string[])[];
}

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A request of recorded traffic: the messages from number `new_from` on, behind those of the conversation before. */
interface Request {
  readonly conv?: string;
  readonly new_from?: number;
  readonly messages: readonly Message[];
}

/** Reads files: a `.jsonl` file in the form of `tokenwell replay` as chats, anything else as text. */
export function readSources(paths: readonly string[]): Sources {
  const files: Source[] = [];
  const chats: string[][] = [];
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    if (path.endsWith('.jsonl')) chats.push(...chatsOf(text));
    else if (text !== '') files.push({ name: basename(path), text });
  }
  if (files.length === 0) throw new Error('there is no file to cut blocks from');
  return { files, chats };
}

function chatsOf(lines: string): string[][] {
  const requests = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Request]));
  const chats = new Map<string, { messages: Message[]; texts: string[] }>();
  for (const { conv = '', new_from: newFrom = 0, messages } of requests) {
    const chat = chats.get(conv) ?? { messages: [], texts: [] };
    chats.set(conv, chat);
    chat.messages = [...chat.messages.slice(0, newFrom), ...messages];
    chat.texts.push(chat.messages.map(inChatMl).join(''));
  }
  return [...chats.values()].map(({ texts }) => texts);
}

function inChatMl({ role, content }: Message): string {
  return `<|im_start|>${role}\n${content}<|im_end|>\n`;
}
