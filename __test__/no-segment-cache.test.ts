import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { chat, expectShared, loadChatTokenizer, SEGMENTS, statsOf } from './cached-chat.js';
import { expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

/** The character-level fixture with dropout: most merges are left out at random, so that ids differ from call to call. */
function dropoutJson(): string {
  const file = JSON.parse(readFileSync(fixturePath('byte-fallback-bpe'), 'utf8')) as { model: object };
  return JSON.stringify({ ...file, model: { ...file.model, dropout: 0.5 } });
}

it('from the start: no stats, nothing to clear, and clones have none', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: false });
  expect(tokenizer.encodeSync(chat('one')).ids).toEqual(loadChatTokenizer().encodeSync(chat('one')).ids);
  expect(tokenizer.segmentCacheStats()).toBeNull();
  tokenizer.clearSegmentCache();
  tokenizer.disableSegmentCache();
  expect(tokenizer.clone().segmentCacheStats()).toBeNull();
});

it('from a call on: for this tokenizer and clones made later, not for earlier ones', () => {
  const tokenizer = loadChatTokenizer();
  const earlier = tokenizer.clone();
  const { ids } = tokenizer.encodeSync(chat('one'));
  tokenizer.disableSegmentCache();
  expect([tokenizer.segmentCacheStats(), tokenizer.clone().segmentCacheStats()]).toEqual([null, null]);
  expect(tokenizer.encodeSync(chat('one')).ids).toEqual(ids);
  expect(statsOf(earlier)).toMatchObject({ hits: 0, misses: SEGMENTS, entries: SEGMENTS });
});

it('until one is enabled', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: { maxBytes: 0 } });
  expect(tokenizer.segmentCacheStats()).toBeNull();
  tokenizer.enableSegmentCache();
  expectShared(tokenizer, tokenizer.clone());
});

it('for a tokenizer with dropout, whatever is asked for: its ids are random', () => {
  const tokenizer = Tokenizer.fromJSONSync(dropoutJson(), { segmentCache: { maxBytes: 1_000_000 } });
  expect(tokenizer.segmentCacheStats()).toBeNull();
  expectThrow(() => tokenizer.enableSegmentCache(), 'ERR_UNSUPPORTED', /dropout/u);
  expect(tokenizer.segmentCacheStats()).toBeNull();
  expect(tokenizer.clone().segmentCacheStats()).toBeNull();
  const other = Tokenizer.fromJSONSync(dropoutJson());
  tokenizer.shareSegmentCacheFrom(other);
  expect(tokenizer.segmentCacheStats()).toBeNull();
  const text = 'the tokens of the thing '.repeat(20);
  const outcomes = new Set(Array.from({ length: 20 }, () => tokenizer.encodeSync(text).ids.join(' ')));
  expect(outcomes.size).toBeGreaterThan(1);
});
