/**
 * What a chat gateway does all day: before each turn is sent, count every message of the chat so far. Each chat of
 * `examples/chats/` is counted turn by turn as it grows, and the table shows what that cost, how long the event loop was
 * held up, and how much was known from the turns before.
 *
 * Run with `npm start`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '../index.js';
import { printTable } from './table.js';

interface Chat {
  readonly messages: readonly { readonly role: string; readonly content: string; readonly tool_calls?: unknown }[];
}

interface Growth {
  readonly turns: number;
  /** UTF-16 units of the whole chat at its end. */
  readonly characters: number;
  /** UTF-8 bytes of all that was counted: every message so far, again at each turn. */
  readonly countedBytes: number;
  /** Tokens of the whole chat at its end. */
  readonly tokens: number;
  readonly milliseconds: number;
  readonly worstGapMilliseconds: number;
}

const folder = fileURLToPath(new URL('chats/', import.meta.url));

/** What of a message is counted. A real gateway adds what its model's chat template puts around each message. */
function messageText({ role, content, tool_calls: calls }: Chat['messages'][number]): string {
  return `${role}\n${content}${calls === undefined ? '' : JSON.stringify(calls)}`;
}

async function countAsItGrows(tokenizer: Tokenizer, { messages }: Chat): Promise<Growth> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const texts: string[] = [];
  let bytes = 0;
  let countedBytes = 0;
  let chat = { tokens: 0, characters: 0 };
  delay.enable();
  const start = performance.now();
  for (const message of messages) {
    const text = messageText(message);
    texts.push(text);
    bytes += Buffer.byteLength(text);
    countedBytes += bytes;
    const counts = await tokenizer.countBatch(texts);
    chat = {
      tokens: counts.reduce((sum, { tokens }) => sum + tokens, 0),
      characters: counts.reduce((sum, { chars }) => sum + chars, 0),
    };
  }
  const milliseconds = performance.now() - start;
  delay.disable();
  return {
    turns: messages.length,
    ...chat,
    countedBytes,
    milliseconds,
    worstGapMilliseconds: delay.max / 1e6,
  };
}

/** Bytes found in the cache, as a share of all bytes looked up, between two snapshots. */
function byteHitRate(before: CacheBytes | null, after: CacheBytes | null): string {
  if (before === null || after === null) return 'off';
  const hit = after.hitBytes - before.hitBytes;
  const looked = hit + after.missBytes - before.missBytes;
  return looked === 0 ? '-' : `${((100 * hit) / looked).toFixed(1)} %`;
}

interface CacheBytes {
  readonly hitBytes: number;
  readonly missBytes: number;
}

const loadStart = performance.now();
const tokenizer = await Tokenizer.fromEncoding('o200k_base');
console.log(`o200k_base loaded in ${(performance.now() - loadStart).toFixed(0)} ms, engine ${tokenizer.engine}`);

const rows: string[][] = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const chat = JSON.parse(readFileSync(`${folder}${file}`, 'utf8')) as Chat;
  const before = tokenizer.segmentCacheStats();
  const growth = await countAsItGrows(tokenizer, chat);
  rows.push([
    file,
    String(growth.turns),
    growth.characters.toLocaleString('en'),
    growth.tokens.toLocaleString('en'),
    (growth.countedBytes / 1e6).toFixed(1),
    growth.milliseconds.toFixed(1),
    (growth.countedBytes / 1000 / growth.milliseconds).toFixed(1),
    `${growth.worstGapMilliseconds.toFixed(1)} ms`,
    byteHitRate(before, tokenizer.segmentCacheStats()),
  ]);
}

printTable(
  ['file', 'turns', 'characters', 'tokens', 'MB counted', 'ms', 'MB/s', 'worst loop gap', 'bytes from cache'],
  rows,
);
const stats = tokenizer.segmentCacheStats();
if (stats !== null) {
  const kilobytes = (stats.bytes / 1000).toLocaleString('en', { maximumFractionDigits: 0 });
  console.log(
    `segment cache: ${stats.hits} hits, ${stats.misses} misses, ${stats.entries} entries, ${kilobytes} kB held`,
  );
}
tokenizer.close();
