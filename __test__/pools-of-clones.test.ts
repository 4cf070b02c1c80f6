import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoadOptions, Tokenizer } from '../index.js';
import { ClonePool, type PoolOrder } from '../src/cli/replay/clone-pool.js';
import { chat, loadChatTokenizer, SEGMENTS, statsOf } from './cached-chat.js';
import { chatTraffic } from './chat-traffic.js';
import { fixturePath } from './fixture.js';
import { propertyRuns } from './mixed-text.js';
import { expectSameIds } from './same-ids.js';

interface SetUp {
  readonly clones: number;
  readonly clients: number;
  readonly order: PoolOrder;
  /** Borrowed all at once at the start, past the clients. */
  readonly burst: number;
  readonly maxBytes: number;
}

const ROOMY = 64 * 1024 * 1024;
/** Too small for the messages of the traffic: an entry costs more than 280 bytes, and there are 320 messages, most of them short. */
const TIGHT = 48 * 1024;

const setUps: [string, SetUp][] = [
  ['2 clones, 1 client', { clones: 2, clients: 1, order: 'fifo', burst: 0, maxBytes: ROOMY }],
  ['4 clones, 16 clients, a burst of 8', { clones: 4, clients: 16, order: 'fifo', burst: 8, maxBytes: ROOMY }],
  ['8 clones, 4 clients, FIFO', { clones: 8, clients: 4, order: 'fifo', burst: 0, maxBytes: ROOMY }],
  ['8 clones, 4 clients, LIFO', { clones: 8, clients: 4, order: 'lifo', burst: 0, maxBytes: ROOMY }],
  ['8 clones, 4 clients, a tight budget', { clones: 8, clients: 4, order: 'fifo', burst: 0, maxBytes: TIGHT }],
];

interface Subject {
  readonly load: (options: LoadOptions) => Tokenizer;
  /** An added token, to stand between messages. */
  readonly delimiter: string;
}

const subjects: [string, Subject][] = [
  [
    'o200k_base',
    { load: (options) => Tokenizer.fromEncodingSync('o200k_base', options), delimiter: '<|endofprompt|>' },
  ],
  [
    'characters with byte fallback',
    { load: (options) => Tokenizer.fromFileSync(fixturePath('byte-fallback-bpe'), options), delimiter: '</s>' },
  ],
];

/** Encodes all requests through the pool and gives the ids in the order of the requests. */
async function encodeAll(
  requests: readonly string[],
  pool: ClonePool,
  { clients, burst }: SetUp,
): Promise<Uint32Array[]> {
  const ids: Uint32Array[] = [];
  let next = 0;
  const serveOne = async (): Promise<void> => {
    const index = next++;
    ids[index] = (await pool.use((tokenizer) => tokenizer.encode(requests[index] ?? ''))).ids;
  };
  const direct = Array.from({ length: burst }, serveOne);
  const client = async (): Promise<void> => {
    while (next < requests.length) await serveOne();
  };
  await Promise.all([...direct, ...Array.from({ length: clients }, client)]);
  return ids;
}

describe.each(subjects)('ids of %s', (_, { load, delimiter }) => {
  it.each(setUps)('are those without a cache, request by request: %s', async (__, setUp) => {
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const { requests, messages } = chatTraffic(seed, delimiter);
      const uncached = load({ segmentCache: false });
      const original = load({ segmentCache: { maxBytes: setUp.maxBytes } });
      const clones = [original, ...Array.from({ length: setUp.clones - 1 }, () => original.clone())];
      const replies = await encodeAll(requests, new ClonePool(clones, setUp.order), setUp);
      expect(replies).toHaveLength(requests.length);
      for (const [index, text] of requests.entries()) {
        const ids = replies[index] ?? new Uint32Array();
        expectSameIds(ids, uncached.encodeSync(text).ids, `request ${index}:`);
      }
      const { hits, entries, evictions, bytes } = statsOf(original);
      expect(hits).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(setUp.maxBytes);
      expect(evictions > 0).toBe(setUp.maxBytes === TIGHT);
      expect(entries >= messages).toBe(setUp.maxBytes !== TIGHT);
    });
    await fc.assert(property, { ...propertyRuns(2), endOnFailure: true });
  });
});

it('a clone made under load hits at its first request', async () => {
  const original = loadChatTokenizer();
  original.encodeSync(chat('seen'));
  let done = 0;
  const load = Array.from({ length: 400 }, async (_, index) => {
    await original.encode(chat(`load ${index}`));
    done += 1;
  });
  await Promise.race(load);
  const clone = original.clone();
  const pending = load.length - done;
  await clone.encode(chat('seen'));
  await Promise.all(load);
  expect(pending).toBeGreaterThan(0);
  // No text of the load is seen twice, so whatever was found, the clone found.
  expect(statsOf(clone)).toMatchObject({ hits: SEGMENTS, misses: (1 + load.length) * SEGMENTS });
});
