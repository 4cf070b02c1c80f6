import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One text to time, with the name it has in the tables. */
export interface BenchmarkText {
  readonly name: string;
  readonly text: string;
  /** Its size as UTF-8, which every throughput is stated in. */
  readonly bytes: number;
}

/** A sample chat, as interfaces for chat completion take it. */
export interface SampleChat {
  readonly name: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const chatsFolder = fileURLToPath(new URL('../examples/chats/', import.meta.url));

/** The sample chats. They are made by `scripts/make-sample-chats.ts`, so every checkout times the same. */
export function sampleChats(): SampleChat[] {
  return readdirSync(chatsFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const { messages } = JSON.parse(readFileSync(`${chatsFolder}${file}`, 'utf8')) as SampleChat;
      return { name: file.replace('.json', ''), messages };
    });
}

/** The sample chats as one text each. */
export function sampleTexts(): BenchmarkText[] {
  return sampleChats().map(({ name, messages }) => {
    const text = messages.map(({ role, content }) => `${role}\n${content}\n\n`).join('');
    return { name, text, bytes: Buffer.byteLength(text) };
  });
}
