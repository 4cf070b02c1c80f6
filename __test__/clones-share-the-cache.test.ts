import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { chat, loadChatTokenizer as load, SEGMENTS, statsOf as stats } from './cached-chat.js';
import { fixturePath } from './fixture.js';

it('finds in a clone what the original has seen, and the other way round', () => {
  const original = load();
  const clone = original.clone();
  original.encodeSync(chat('one'));
  expect(stats(original)).toMatchObject({ hits: 0, misses: SEGMENTS });
  clone.encodeSync(chat('one'));
  expect(stats(original)).toMatchObject({ hits: SEGMENTS, misses: SEGMENTS });
  clone.encodeSync(chat('two'));
  original.encodeSync(chat('two'));
  expect(stats(original)).toMatchObject({ hits: 2 * SEGMENTS, misses: 2 * SEGMENTS });
});

it('finds in a clone of a clone what any of them has seen, also when the original is closed', () => {
  const original = load();
  original.encodeSync(chat('one'));
  const grandchild = original.clone().clone();
  original.close();
  grandchild.encodeSync(chat('one'));
  expect(stats(grandchild)).toMatchObject({ hits: SEGMENTS, misses: SEGMENTS, entries: SEGMENTS });
});

it('has one set of counters', () => {
  const original = load();
  const clone = original.clone().clone();
  original.encodeSync(chat('one'));
  clone.encodeSync(chat('two'));
  expect(stats(clone)).toEqual(stats(original));
});

it('gives the same ids from the cache, and counts from it', () => {
  const original = load();
  const expected = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: false }).encodeSync(chat('x'));
  expect(original.encodeSync(chat('x'))).toEqual(expected);
  expect(original.clone().encodeSync(chat('x'))).toEqual(expected);
  const { misses } = stats(original);
  expect(original.clone().countSync(chat('x'), { specialTokens: 'match' }).tokens).toBe(expected.ids.length);
  expect(stats(original).misses).toBe(misses);
});

it('is emptied for all', () => {
  const original = load();
  const clone = original.clone();
  original.encodeSync(chat('one'));
  expect(stats(clone).entries).toBeGreaterThan(0);
  clone.clearSegmentCache();
  expect(stats(original)).toMatchObject({ entries: 0, bytes: 0 });
  const { misses } = stats(original);
  original.encodeSync(chat('one'));
  expect(stats(original).misses).toBeGreaterThan(misses);
});

it('keeps its budget', () => {
  const maxBytes = 64 * 1024;
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: { maxBytes } });
  for (let index = 0; index < 2000; index += 1) tokenizer.countSync(chat(`user ${index}`), { specialTokens: 'match' });
  expect(stats(tokenizer)).toMatchObject({ maxBytes });
  expect(stats(tokenizer).bytes).toBeLessThanOrEqual(maxBytes);
  expect(stats(tokenizer).entries).toBeGreaterThan(0);
  expect(stats(tokenizer).evictions).toBeGreaterThan(0);
});

it('gives frozen snapshots of plain numbers', () => {
  const tokenizer = load();
  const before = stats(tokenizer);
  expect(before).toEqual({
    hits: 0,
    misses: 0,
    hitBytes: 0,
    missBytes: 0,
    entries: 0,
    bytes: 0,
    maxBytes: 64 * 1024 * 1024,
    evictions: 0,
    hitRate: 0,
    byteHitRate: 0,
  });
  expect(Object.isFrozen(before)).toBe(true);
  tokenizer.encodeSync(chat('one'));
  tokenizer.encodeSync(chat('one'));
  const after = stats(tokenizer);
  expect(before.misses).toBe(0);
  expect(after.hitRate).toBe(after.hits / (after.hits + after.misses));
  expect(after.byteHitRate).toBe(after.hitBytes / (after.hitBytes + after.missBytes));
  expect(after.hitRate).toBe(0.5);
});
