/**
 * A pool of threads on one tokenizer: each chat of `examples/chats/` is counted turn by turn as it grows, on all cores, and whichever thread counts a turn finds
 * what any other has counted before.
 *
 * Run with `npx tsx examples/piscina-pool.ts` once the package is built (`npm run build`).
 */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { Tokenizer } from '../index.js';
import { growingChats } from './growing-chats.js';
import { printTable } from './table.js';

const tokenizer = await Tokenizer.fromEncoding('o200k_base');
const pool = new Piscina<readonly string[], number[]>({
  filename: new URL('counting-task.mjs', import.meta.url).href,
  minThreads: availableParallelism(),
  maxThreads: availableParallelism(),
  // The name of the tokenizer is all that crosses; vocabulary and cache are the same in all threads.
  workerData: tokenizer.share(),
});

const rows = await Promise.all(
  growingChats().map(async ({ name, turns }) => {
    let last: number[] = [];
    for (const texts of turns) last = await pool.run(texts);
    return [name, `${turns.length}`, last.reduce((sum, tokens) => sum + tokens, 0).toLocaleString('en')];
  }),
);
const threads = pool.threads.length;
await pool.destroy();

printTable(['chat', 'turns', 'tokens in the end'], rows, 1);
const { entries = 0, byteHitRate } = tokenizer.segmentCacheStats() ?? {};
const found = byteHitRate === undefined || byteHitRate === null ? '-' : (100 * byteHitRate).toFixed(1);
console.log(
  `\n${threads} threads, one cache: ${entries.toLocaleString('en')} entries, ${found} % of the text was found in it.`,
);
tokenizer.close();
