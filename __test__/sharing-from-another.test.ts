import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { chatTokenizerJson, CONTROL_TOKENS } from './chat-tokenizer.js';
import { chat, expectApart, expectShared, loadChatTokenizer, SEGMENTS, statsOf } from './cached-chat.js';
import { expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { temporaryFolder } from './temporary-folder.js';

const ANOTHER = /another vocabulary/u;

it('joins two tokenizers that were loaded apart', () => {
  const [one, other] = [loadChatTokenizer(), loadChatTokenizer()];
  expectApart(one, other);
  other.encodeSync(chat('one'));
  const before = statsOf(other);
  one.shareSegmentCacheFrom(other);
  expect(statsOf(one)).toEqual(before);
  expectShared(one, other);
  expectShared(other, one);
  expectShared(one.clone(), other);
});

it('joins what came from the same bytes, by whatever way', () => {
  const path = fixturePath('byte-level-bpe');
  const copy = join(temporaryFolder(), 'tokenizer.json');
  copyFileSync(path, copy);
  const one = loadChatTokenizer();
  const others = [
    Tokenizer.fromJSONSync(readFileSync(path)),
    Tokenizer.fromJSONSync(readFileSync(path, 'utf8')),
    Tokenizer.fromFileSync(copy),
  ];
  for (const other of others) {
    other.shareSegmentCacheFrom(one);
    expectShared(one, other);
  }
});

it('joins tokenizers of an encoding', () => {
  const [one, other] = [Tokenizer.fromEncodingSync('o200k_base'), Tokenizer.fromEncodingSync('o200k_base')];
  one.shareSegmentCacheFrom(other);
  one.countSync('seen by one');
  other.countSync('seen by one');
  expect(statsOf(one)).toMatchObject({ hits: 1, misses: 1 });
});

it('leaves clones of before where they are', () => {
  const [one, other] = [loadChatTokenizer(), loadChatTokenizer()];
  const clone = one.clone();
  one.encodeSync(chat('one'));
  one.shareSegmentCacheFrom(other);
  expect(statsOf(clone)).toMatchObject({ misses: SEGMENTS, entries: SEGMENTS });
  expectApart(one, clone);
});

it('takes none from one that has none', () => {
  const [one, other] = [loadChatTokenizer(), loadChatTokenizer()];
  other.disableSegmentCache();
  one.shareSegmentCacheFrom(other);
  expect(one.segmentCacheStats()).toBeNull();
  // What other has later is not shared by this: it was the cache that was taken, not a bond.
  other.enableSegmentCache();
  expect(one.segmentCacheStats()).toBeNull();
  one.shareSegmentCacheFrom(other);
  expectShared(one, other);
});

it('changes nothing on itself, on a clone, and when repeated', () => {
  const tokenizer = loadChatTokenizer();
  const clone = tokenizer.clone();
  tokenizer.encodeSync(chat('one'));
  const before = statsOf(tokenizer);
  tokenizer.shareSegmentCacheFrom(tokenizer);
  tokenizer.shareSegmentCacheFrom(clone);
  tokenizer.shareSegmentCacheFrom(clone);
  expect(statsOf(tokenizer)).toEqual(before);
  expectShared(tokenizer, clone);
});

it('outlives the one that it came from', () => {
  const [one, other] = [loadChatTokenizer(), loadChatTokenizer()];
  other.encodeSync(chat('one'));
  one.shareSegmentCacheFrom(other);
  other.close();
  one.encodeSync(chat('one'));
  expect(statsOf(one)).toMatchObject({ hits: SEGMENTS, misses: SEGMENTS });
});

it('is refused between vocabularies of which neither has a cache', () => {
  const one = Tokenizer.fromFileSync(fixturePath('byte-fallback-bpe'), { segmentCache: false });
  const other = Tokenizer.fromFileSync(fixturePath('word-piece'), { segmentCache: false });
  expectThrow(() => one.shareSegmentCacheFrom(other), 'ERR_INVALID_ARGUMENT', ANOTHER);
});

it('keeps the name of a tokenizer that shares the cache already', () => {
  const one = loadChatTokenizer();
  const shared = one.share();
  one.shareSegmentCacheFrom(one.clone());
  expect(one.share()).toEqual(shared);
  one.shareSegmentCacheFrom(loadChatTokenizer());
  expect(one.share()).not.toEqual(shared);
});

it('is refused between vocabularies, and leaves both as they were', () => {
  const one = loadChatTokenizer();
  one.encodeSync(chat('one'));
  const before = statsOf(one);
  const others = [
    Tokenizer.fromFileSync(fixturePath('byte-fallback-bpe')),
    Tokenizer.fromJSONSync(chatTokenizerJson()),
    Tokenizer.fromEncodingSync('cl100k_base'),
    // The same tokenizer, but of another text.
    Tokenizer.fromJSONSync(`${readFileSync(fixturePath('byte-level-bpe'), 'utf8')}\n`),
  ];
  for (const other of others) {
    expectThrow(() => one.shareSegmentCacheFrom(other), 'ERR_INVALID_ARGUMENT', ANOTHER);
    expectThrow(() => other.shareSegmentCacheFrom(one), 'ERR_INVALID_ARGUMENT', ANOTHER);
    expect(statsOf(other)).toMatchObject({ hits: 0, misses: 0 });
  }
  expect(statsOf(one)).toEqual(before);
});

it('is refused where control tokens differ', () => {
  const json = chatTokenizerJson();
  const [one, other] = [
    Tokenizer.fromJSONSync(json, { controlTokens: [...CONTROL_TOKENS] }),
    Tokenizer.fromJSONSync(json),
  ];
  expectThrow(() => one.shareSegmentCacheFrom(other), 'ERR_INVALID_ARGUMENT', ANOTHER);
});

it('is refused once tokens were added, and works again once both have them', () => {
  const original = loadChatTokenizer();
  const clone = original.clone();
  original.addTokensSync(['<plan>']);
  expectThrow(() => clone.shareSegmentCacheFrom(original), 'ERR_INVALID_ARGUMENT', ANOTHER);
  expectThrow(() => original.shareSegmentCacheFrom(clone), 'ERR_INVALID_ARGUMENT', ANOTHER);
  clone.addTokensSync([{ content: '<plan>', special: true }]);
  expectThrow(() => clone.shareSegmentCacheFrom(original), 'ERR_INVALID_ARGUMENT', ANOTHER);
  const again = loadChatTokenizer();
  again.addTokensSync(['<plan>']);
  again.shareSegmentCacheFrom(original);
  expectShared(again, original);
});
