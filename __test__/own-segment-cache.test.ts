import { expect, it } from 'vitest';
import { chat, expectApart, expectShared, loadChatTokenizer, SEGMENTS, statsOf } from './cached-chat.js';

it('is empty and apart from the one before', () => {
  const original = loadChatTokenizer();
  const clone = original.clone();
  original.encodeSync(chat('one'));
  clone.enableSegmentCache(1_000_000);
  expect(statsOf(clone)).toMatchObject({ hits: 0, misses: 0, entries: 0, bytes: 0, maxBytes: 1_000_000 });
  expect(statsOf(original)).toMatchObject({ misses: SEGMENTS, entries: SEGMENTS });
  expectApart(original, clone);
  expectApart(clone, original);
});

it('is new each time that it is asked for', () => {
  const tokenizer = loadChatTokenizer();
  const { maxBytes } = statsOf(tokenizer);
  tokenizer.encodeSync(chat('one'));
  const clone = tokenizer.clone();
  tokenizer.enableSegmentCache(maxBytes);
  expect(statsOf(tokenizer)).toMatchObject({ misses: 0, entries: 0, maxBytes });
  expectApart(tokenizer, clone);
});

it('is shared by clones made later, and left by the original alone', () => {
  const original = loadChatTokenizer();
  const own = original.clone();
  own.enableSegmentCache(1_000_000);
  const later = own.clone();
  expectShared(own, later);
  expectApart(later, original);
});

it('keeps its budget, by either policy', () => {
  for (const eviction of ['lru', 'tinylfu'] as const) {
    const tokenizer = loadChatTokenizer();
    const maxBytes = 64 * 1024;
    tokenizer.enableSegmentCache({ maxBytes, eviction });
    for (let index = 0; index < 1000; index += 1) {
      tokenizer.encodeSync(chat(`user ${index}`));
      expect(statsOf(tokenizer).bytes).toBeLessThanOrEqual(maxBytes);
    }
    expect(statsOf(tokenizer).evictions).toBeGreaterThan(0);
  }
});

it('leaves calls that run to the old one', async () => {
  const tokenizer = loadChatTokenizer();
  const clone = tokenizer.clone();
  const running = Array.from({ length: 4 }, (_, index) => tokenizer.encode(chat(`call ${index}`)));
  tokenizer.enableSegmentCache();
  await Promise.all(running);
  expect(statsOf(tokenizer)).toMatchObject({ hits: 0, misses: 0, entries: 0 });
  expect(statsOf(clone)).toMatchObject({ misses: 4 * SEGMENTS, entries: 4 * SEGMENTS });
});
