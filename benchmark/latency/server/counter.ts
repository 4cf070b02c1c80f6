import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { ContenderName, CountAnswer, ServerOptions } from './server-options.js';

/** Counts the tokens of a body. A plain result and no promise: the work was done on the calling thread. */
export type Counter = (text: string | Uint8Array) => CountAnswer | Promise<CountAnswer>;

/** A loaded contender. */
export interface LoadedCounter {
  readonly count: Counter;
  /** The page of a metrics route; empty for contenders that have no metrics. */
  readonly metrics: () => string;
  /** What the limiter of the package tells; `null` where there is none. */
  readonly concurrency: () => unknown;
}

/** Threads that libuv's pool has unless it is told otherwise. */
const DEFAULT_POOL_SIZE = 4;

/**
 * Loads what is to be measured, and nothing else: each contender is imported when it is asked for, so that the memory of a server is that of
 * its own contender.
 */
export function loadCounter(options: ServerOptions): Promise<LoadedCounter> {
  return LOADERS[options.contender](options);
}

const LOADERS: Readonly<Record<ContenderName, (options: ServerOptions) => Promise<LoadedCounter>>> = {
  baseline: async () => unmetered(() => ({ tokens: 0, estimated: false })),
  tokenwell: loadTokenwell,
  'tokenwell sync': loadTokenwell,
  tokenizers: async ({ tokenizerJson }) => unmetered(await loadTokenizers(tokenizerJson)),
  tiktoken: async () => unmetered(await loadTiktoken()),
  pbkdf2: async (options) => unmetered(keyDeriver(options)),
};

function unmetered(count: Counter): LoadedCounter {
  return { count, metrics: () => '', concurrency: () => null };
}

async function loadTokenwell(options: ServerOptions): Promise<LoadedCounter> {
  const { loadTokenwell: load } = await import('./tokenwell-counter.js');
  return load(options);
}

async function loadTokenizers(tokenizerJson: string): Promise<Counter> {
  // A CommonJS module whose exports are set in a way that Node.js does not see names in.
  const { default: tokenizers } = await import('tokenizers');
  const tokenizer = tokenizers.Tokenizer.fromFile(tokenizerJson);
  return async (text) => {
    const encoding = await tokenizer.encode(asString(text), null, { addSpecialTokens: false });
    return { tokens: encoding.getLength(), estimated: false };
  };
}

async function loadTiktoken(): Promise<Counter> {
  const { tiktoken } = await import('../../contenders.js');
  const { encode } = tiktoken('o200k_base');
  return async (text) => ({ tokens: (await encode(asString(text))).length, estimated: false });
}

/**
 * Work of about the same length that has nothing to do with tokens, on as many threads of the pool: what it does to the rest of the server
 * is the price of busy cores and of nothing else.
 */
function keyDeriver({ iterationsPerUnit, concurrency }: ServerOptions): Counter {
  const poolSize = Number(process.env['UV_THREADPOOL_SIZE'] ?? DEFAULT_POOL_SIZE);
  const takeTurn = turns(concurrency ?? Math.max(1, Math.min(DEFAULT_POOL_SIZE, poolSize - 1)));
  const derive = promisify(pbkdf2);
  return async (text) => {
    await takeTurn(() => derive('', '', Math.max(1, Math.round(text.length * iterationsPerUnit)), 64, 'sha512'));
    return { tokens: 0, estimated: false };
  };
}

/** Lets so many tasks run at once, first come first served. */
function turns(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // Whoever waits longest takes over the place, which therefore stays counted.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function asString(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8');
}
