import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { chat, loadChatTokenizer, SEGMENTS, statsOf } from './cached-chat.js';
import { fixturePath } from './fixture.js';

const uncached = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: false });
const ids = (id: string): Uint32Array => uncached.encodeSync(chat(id)).ids;

it('4 clones in 4 calls at once hit what any of them has seen before', async () => {
  const original = loadChatTokenizer();
  const clones = Array.from({ length: 4 }, () => original.clone());
  original.encodeSync(chat('one'));
  const encodings = await Promise.all(clones.map((clone) => clone.encode(chat('one'))));
  for (const encoding of encodings) expect(encoding.ids).toEqual(ids('one'));
  for (const clone of clones) {
    expect(statsOf(clone)).toMatchObject({ hits: 4 * SEGMENTS, misses: SEGMENTS, entries: SEGMENTS });
  }
});

it('4 clones that meet the same new text at once keep it once', async () => {
  const original = loadChatTokenizer();
  const clones = Array.from({ length: 4 }, () => original.clone());
  const encodings = await Promise.all(clones.map((clone) => clone.encode(chat('one'))));
  for (const encoding of encodings) expect(encoding.ids).toEqual(ids('one'));
  const { hits, misses, entries } = statsOf(original);
  // How many of them look before the first has put it there is up to the threads.
  expect(hits + misses).toBe(4 * SEGMENTS);
  expect(misses).toBeGreaterThanOrEqual(SEGMENTS);
  expect(entries).toBe(SEGMENTS);
});

it('an original and 7 clones, each with texts of its own, find those of all others', async () => {
  const original = loadChatTokenizer();
  const all = [original, ...Array.from({ length: 7 }, () => original.clone())];
  const names = all.map((_, index) => `clone ${index}`);
  const own = await Promise.all(all.map((tokenizer, index) => tokenizer.encode(chat(names[index] ?? ''))));
  expect(own.map((encoding) => encoding.ids)).toEqual(names.map(ids));
  expect(statsOf(original)).toMatchObject({ hits: 0, misses: 8 * SEGMENTS, entries: 8 * SEGMENTS });

  const texts = names.map(chat);
  const others = await Promise.all(all.map((tokenizer) => tokenizer.encodeBatch(texts)));
  for (const encodings of others) expect(encodings.map((encoding) => encoding.ids)).toEqual(names.map(ids));
  const counts = await Promise.all(all.map((tokenizer) => tokenizer.countBatch(texts, { specialTokens: 'match' })));
  for (const batch of counts) expect(batch.map(({ tokens }) => tokens)).toEqual(names.map((name) => ids(name).length));
  expect(statsOf(original)).toMatchObject({ hits: 2 * 8 * 8 * SEGMENTS, misses: 8 * SEGMENTS });
});
