import { expect } from 'vitest';
import { type SegmentCacheStats, Tokenizer } from '../index.js';
import { fixturePath } from './fixture.js';

/** Messages that {@link chat} makes of an id; each is one segment, as it stands between special tokens and is too short to be cut. */
export const SEGMENTS = 2;

/** A chat that only this id has: no segment of it is in the chat of another id. */
export function chat(id: string): string {
  return `<|user|>How many tokens has the thing of ${id}?<|endoftext|><|user|>As many as ${id} counts.<|endoftext|>`;
}

/** The byte-level fixture, which has the special tokens of {@link chat}. */
export function loadChatTokenizer(): Tokenizer {
  return Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
}

/** The stats of a tokenizer that should have a cache. */
export function statsOf(tokenizer: Tokenizer): SegmentCacheStats {
  const stats = tokenizer.segmentCacheStats();
  if (stats === null) throw new Error('there should be a cache');
  return stats;
}

/** Asserts that two tokenizers share a cache: what one sees the other finds, and both tell of it alike. */
export function expectShared(one: Tokenizer, other: Tokenizer): void {
  const [before, text] = [statsOf(one), chat(`probe ${statsOf(one).misses}`)];
  expect(statsOf(other)).toEqual(before);
  one.encodeSync(text);
  other.encodeSync(text);
  const after = statsOf(one);
  expect([after.misses - before.misses, after.hits - before.hits]).toEqual([SEGMENTS, SEGMENTS]);
  expect(statsOf(other)).toEqual(after);
}

/** Asserts that two tokenizers, each with a cache, do not share one. */
export function expectApart(one: Tokenizer, other: Tokenizer): void {
  const before = statsOf(other);
  const text = chat(`probe ${statsOf(one).misses} ${before.misses}`);
  one.encodeSync(text);
  expect(statsOf(other)).toEqual(before);
  other.encodeSync(text);
  expect(statsOf(other)).toMatchObject({ hits: before.hits, misses: before.misses + SEGMENTS });
}
