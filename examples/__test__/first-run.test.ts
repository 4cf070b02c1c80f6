import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { get_encoding as getTiktoken } from 'tiktoken';
import { beforeAll, describe, expect, it } from 'vitest';

interface Message {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: unknown;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const chats = readdirSync(`${root}examples/chats`);

/** The texts of a chat as the example counts them, written anew here. */
function messageTexts(file: string): string[] {
  const { messages } = JSON.parse(readFileSync(`${root}examples/chats/${file}`, 'utf8')) as { messages: Message[] };
  return messages.map((message) => {
    const calls = 'tool_calls' in message ? JSON.stringify(message.tool_calls) : '';
    return `${message.role}\n${message.content}${calls}`;
  });
}

describe('the first run', () => {
  let printed = '';

  beforeAll(() => {
    printed = execFileSync(process.execPath, ['--import', 'tsx', 'examples/first-run.ts'], {
      cwd: root,
      encoding: 'utf8',
    });
  });

  it.each(chats)('prints the characters and tokens of %s that tiktoken gives', (file) => {
    const texts = messageTexts(file);
    const tiktoken = getTiktoken('o200k_base');
    const tokens = texts.reduce((sum, text) => sum + tiktoken.encode(text, [], []).length, 0);
    tiktoken.free();
    const { length: characters } = texts.join('');
    const row = printed.split('\n').find((line) => line.startsWith(file));
    const columns = (row ?? '').split(/\s{2,}/);
    expect(columns.slice(2, 4)).toEqual([characters.toLocaleString('en'), tokens.toLocaleString('en')]);
  });

  it('closes with the segment cache', () => {
    expect(printed).toMatch(/^segment cache: \d+ hits, \d+ misses, \d+ entries, [\d,]+ kB held$/m);
  });
});
