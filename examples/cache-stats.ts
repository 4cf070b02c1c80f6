/**
 * A chat grows turn by turn, and each turn is counted by another clone of one tokenizer, as in a pool of workers. The table shows what
 * the cache that they share found: from the second turn on only what is new is tokenized, whichever clone counts it. At the end stands the page
 * that a metrics endpoint would give to Prometheus.
 *
 * Run with `npx tsx examples/cache-stats.ts`.
 */
import { readFileSync } from 'node:fs';
import { formatPrometheus, type SegmentCacheStats, Tokenizer } from '../index.js';
import { printTable } from './table.js';

interface Chat {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const CLONES = 3;
const TURNS = 12;

const { messages } = JSON.parse(readFileSync(new URL('chats/support.json', import.meta.url), 'utf8')) as Chat;
const tokenizer = await Tokenizer.fromEncoding('o200k_base');
const clones = Array.from({ length: CLONES }, () => tokenizer.clone());

function statsRow(turn: number, clone: number, tokens: number, stats: SegmentCacheStats): string[] {
  return [
    String(turn + 1),
    String(clone + 1),
    tokens.toLocaleString('en'),
    String(stats.hits),
    String(stats.misses),
    `${(100 * stats.hitRate).toFixed(1)} %`,
    `${(100 * stats.byteHitRate).toFixed(1)} %`,
    String(stats.entries),
    (stats.bytes / 1000).toFixed(1),
    String(stats.evictions),
  ];
}

const rows: string[][] = [];
const texts: string[] = [];
for (const [turn, { role, content }] of messages.slice(0, TURNS).entries()) {
  texts.push(`${role}\n${content}`);
  const index = turn % CLONES;
  const counts = (await clones[index]?.countBatch(texts)) ?? [];
  const tokens = counts.reduce((sum, count) => sum + count.tokens, 0);
  // Any of the clones tells of the cache: it is the same one.
  const stats = tokenizer.segmentCacheStats();
  if (stats !== null) rows.push(statsRow(turn, index, tokens, stats));
}

printTable(
  ['turn', 'clone', 'tokens', 'hits', 'misses', 'hit rate', 'byte hit rate', 'entries', 'kB held', 'evictions'],
  rows,
  0,
);
console.log(`\n${formatPrometheus(tokenizer.segmentCacheStats(), { tokenizer: 'o200k_base' })}`);
for (const open of [tokenizer, ...clones]) open.close();
