/** Makes the chats of `examples/chats/`: `npm run sample-chats`. The same on every run and machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chat } from './sample-chats/chat.js';
import { codingAgentChat } from './sample-chats/coding-agent.js';
import { multilingualChat } from './sample-chats/multilingual.js';
import { supportChat } from './sample-chats/support.js';

const folder = fileURLToPath(new URL('../examples/chats/', import.meta.url));

const chats: Readonly<Record<string, Chat>> = {
  support: supportChat(),
  'coding-agent': codingAgentChat(),
  multilingual: multilingualChat(),
};

mkdirSync(folder, { recursive: true });
for (const [name, chat] of Object.entries(chats)) {
  const text = `${JSON.stringify(chat, null, 2)}\n`;
  writeFileSync(join(folder, `${name}.json`), text);
  console.log(`${name}.json: ${chat.messages.length} messages, ${text.length.toLocaleString('en')} characters`);
}
