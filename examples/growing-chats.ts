import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A chat as a gateway sees it. */
export interface GrowingChat {
  readonly name: string;
  /** The texts of all messages so far, at each turn. */
  readonly turns: readonly (readonly string[])[];
}

const folder = fileURLToPath(new URL('chats/', import.meta.url));

/** The chats of `examples/chats/`. */
export function growingChats(): GrowingChat[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => {
    const { messages } = JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as {
      messages: readonly { readonly role: string; readonly content: string }[];
    };
    const texts = messages.map(({ role, content }) => `${role}\n${content}`);
    return { name: file.replace('.json', ''), turns: texts.map((_, turn) => texts.slice(0, turn + 1)) };
  });
}
