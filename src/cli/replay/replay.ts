import { createHash } from 'node:crypto';
import type { Tokenizer } from '../../tokenizer.js';
import { ClonePool, type PoolOrder } from './clone-pool.js';
import type { TrafficRequest } from './traffic.js';

/** How traffic is replayed. */
export interface ReplayOptions {
  readonly order: PoolOrder;
  /** How many requests are under way at once. */
  readonly clients: number;
  readonly specialTokens: 'match' | 'text' | 'literal';
  /** Whether ids are made; else tokens are counted. */
  readonly encode: boolean;
  /** Whether the ids of each request are hashed, which needs `encode`. */
  readonly digest: boolean;
  readonly onDone: () => void;
}

/** What one request came to. */
export interface Reply {
  readonly tokens: number;
  /** From asking the pool for a tokenizer to having the result. */
  readonly milliseconds: number;
  /** SHA-256 of the ids, four bytes each, the lowest first; empty unless it was asked for. */
  readonly digest: string;
}

/**
 * Replays requests through a pool of tokenizers: each client takes the next request as soon as its last one is done.
 *
 * @returns the replies, in the order of the requests.
 */
export async function replay(
  requests: readonly TrafficRequest[],
  tokenizers: readonly Tokenizer[],
  options: ReplayOptions,
): Promise<Reply[]> {
  const pool = new ClonePool(tokenizers, options.order);
  const replies: Reply[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < requests.length) {
      const index = next++;
      const text = requests[index]?.text() ?? '';
      replies[index] = await serve(pool, text, options);
      options.onDone();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.clients, requests.length) }, client));
  return replies;
}

async function serve(pool: ClonePool, text: string, options: ReplayOptions): Promise<Reply> {
  const { specialTokens } = options;
  const startedMs = performance.now();
  if (!options.encode) {
    const { tokens } = await pool.use((tokenizer) => tokenizer.count(text, { specialTokens }));
    return { tokens, milliseconds: performance.now() - startedMs, digest: '' };
  }
  const encodeOptions = { specialTokens, addSpecialTokens: false, truncation: null, padding: null };
  const { ids } = await pool.use((tokenizer) => tokenizer.encode(text, encodeOptions));
  const milliseconds = performance.now() - startedMs;
  return { tokens: ids.length, milliseconds, digest: options.digest ? digestOf(ids) : '' };
}

function digestOf(ids: Uint32Array): string {
  const bytes = new DataView(new ArrayBuffer(4 * ids.length));
  for (const [index, id] of ids.entries()) bytes.setUint32(4 * index, id, true);
  return createHash('sha256').update(bytes).digest('hex');
}
