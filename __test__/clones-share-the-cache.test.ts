import { expect, it } from 'vitest';
import { type SegmentCacheStats, Tokenizer } from '../index.js';
import { fixturePath } from './fixture.js';

/** Long enough for a segment, and with special tokens, which always end one. */
const chat = (id: string): string => `<|user|>The quick counting of tokens is the thing, says ${id}.<|endoftext|>`;

const load = (): Tokenizer => Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));

function stats(tokenizer: Tokenizer): SegmentCacheStats {
  const snapshot = tokenizer.segmentCacheStats();
  if (snapshot === null) throw new Error('there should be a cache');
  return snapshot;
}

it('finds in a clone what the original has seen, and the other way round', () => {
  const original = load();
  const clone = original.clone();

  original.encodeSync(chat('one'));
  const { hits, misses } = stats(original);
  expect(misses).toBeGreaterThan(0);
  clone.encodeSync(chat('one'));
  expect(stats(original)).toMatchObject({ hits: hits + misses, misses });

  clone.encodeSync(chat('two'));
  const { misses: missesOfBoth } = stats(original);
  expect(missesOfBoth).toBeGreaterThan(misses);
  original.encodeSync(chat('two'));
  expect(stats(original).misses).toBe(missesOfBoth);
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

it('is not shared by tokenizers that were loaded apart', () => {
  const [one, other] = [load(), load()];
  one.encodeSync(chat('one'));
  expect(stats(other)).toMatchObject({ hits: 0, misses: 0, entries: 0 });
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

it('says nothing when there is no cache', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: false });
  tokenizer.encodeSync(chat('one'));
  expect(tokenizer.segmentCacheStats()).toBeNull();
  tokenizer.clearSegmentCache();
  expect(tokenizer.clone().segmentCacheStats()).toBeNull();
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
