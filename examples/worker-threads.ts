// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
/**
 * Plain worker threads on one tokenizer, without a pool: the messages of `examples/chats/` are dealt out to them in turn, and counted once more by this
 * thread, which finds them in the cache.
 *
 * Run with `npx tsx examples/worker-threads.ts` once the package is built (`npm run build`).
 */
import { Worker } from 'node:worker_threads';
import { Tokenizer } from '../index.js';
import { growingChats } from './growing-chats.js';

const THREADS = 2;

interface Answer {
  readonly id: number;
  readonly tokens: number;
}

const tokenizer = await Tokenizer.fromEncoding('o200k_base');
const source = new URL('counting-thread.mjs', import.meta.url);
const waiting = new Map<number, (tokens: number) => void>();

function startThread(): Worker {
  const thread = new Worker(source, { workerData: tokenizer.share() });
  return thread.on('message', ({ id, tokens }: Answer) => waiting.get(id)?.(tokens));
}

const threads = Array.from({ length: THREADS }, startThread);
const texts = growingChats().flatMap(({ turns }) => turns.at(-1) ?? []);
const counts = await Promise.all(
  texts.map((text, id) => {
    threads[id % THREADS]?.postMessage({ id, text });
    return new Promise<number>((resolve) => waiting.set(id, resolve));
  }),
);
await Promise.all(threads.map((thread) => thread.terminate()));

const before = tokenizer.segmentCacheStats()?.misses ?? 0;
const again = await tokenizer.countBatch(texts);
const isSame = again.every(({ tokens }, index) => tokens === counts[index]);
const misses = (tokenizer.segmentCacheStats()?.misses ?? 0) - before;

const sum = counts.reduce((total, tokens) => total + tokens, 0).toLocaleString('en');
console.log(`${THREADS} threads counted ${texts.length} messages: ${sum} tokens.`);
console.log(
  `Counted again here: ${isSame ? 'the same' : 'OTHER'} counts, ${misses} segments that were not in the cache.`,
);
tokenizer.close();
