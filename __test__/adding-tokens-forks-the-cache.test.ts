import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { chat, expectApart, expectShared, loadChatTokenizer, SEGMENTS, statsOf } from './cached-chat.js';
import { fixturePath } from './fixture.js';
import { expectSameIds } from './same-ids.js';

const NOTHING_YET = { hits: 0, misses: 0, hitBytes: 0, missBytes: 0, entries: 0, bytes: 0, evictions: 0 };
/** Many segments, all of them with what becomes a token, so that a run takes a while. */
const long = Array.from({ length: 3000 }, (_, index) => chat(`<plan> ${index}`)).join('');
const uncached = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: false });
const idsBefore = uncached.encodeSync(long).ids;
uncached.addTokensSync(['<plan>']);
const idsAfter = uncached.encodeSync(long).ids;

/** A tokenizer and a clone of it; the one that adds tokens, and the one that stays as it is. */
type Pair = () => { readonly adds: Tokenizer; readonly stays: Tokenizer };

const originalAdds: Pair = () => {
  const adds = loadChatTokenizer();
  return { adds, stays: adds.clone() };
};

const cloneAdds: Pair = () => {
  const stays = loadChatTokenizer();
  return { adds: stays.clone(), stays };
};

const pairs: [string, Pair][] = [
  ['the original', originalAdds],
  ['a clone', cloneAdds],
];

it.each(pairs)('to %s: it has a fresh cache of the same budget, the other keeps the old one', (_, pair) => {
  const { adds, stays } = pair();
  adds.encodeSync(long);
  const before = statsOf(stays);
  adds.addTokensSync(['<plan>']);
  expect(statsOf(adds)).toMatchObject({ ...NOTHING_YET, maxBytes: before.maxBytes });
  expect(statsOf(stays)).toEqual(before);
  expectSameIds(stays.encodeSync(long).ids, idsBefore);
  expect(statsOf(stays)).toMatchObject({ misses: before.misses, entries: before.entries });
  expectSameIds(adds.encodeSync(long).ids, idsAfter);
  expectApart(adds, stays);
});

it.each(pairs)('to %s keeps the budget of a cache of its own', (_, pair) => {
  const { adds } = pair();
  adds.enableSegmentCache({ maxBytes: 123_456, eviction: 'tinylfu' });
  adds.addTokensSync(['<plan>']);
  expect(statsOf(adds)).toMatchObject({ ...NOTHING_YET, maxBytes: 123_456 });
});

it.each(pairs)('to %s: clones made later share the new cache', (_, pair) => {
  const { adds, stays } = pair();
  adds.addTokensSync(['<plan>']);
  const later = adds.clone();
  expectSameIds(later.encodeSync(long).ids, idsAfter);
  expect(statsOf(adds)).toEqual(statsOf(later));
  expectShared(adds, later);
  expectShared(later, adds);
  expectApart(later, stays);
  const ofTheOther = stays.clone();
  expectShared(stays, ofTheOther);
  expectSameIds(ofTheOther.encodeSync(long).ids, idsBefore);
});

it.each(pairs)('to %s while both are at work: running calls end on the old vocabulary and cache', async (_, pair) => {
  const { adds, stays } = pair();
  const running = [adds, stays, adds, stays].map((tokenizer) => tokenizer.encode(long));
  adds.addTokensSync(['<plan>']);
  expect(statsOf(adds)).toMatchObject(NOTHING_YET);
  for (const encoding of await Promise.all(running)) expectSameIds(encoding.ids, idsBefore);
  expect(statsOf(adds)).toMatchObject(NOTHING_YET);
  const { hits, misses } = statsOf(stays);
  expect(hits + misses).toBe(4 * 3000 * SEGMENTS);
  expectSameIds((await adds.encode(long)).ids, idsAfter);
  expectSameIds((await stays.encode(long)).ids, idsBefore);
});

it.each(pairs)(
  'to %s in an asynchronous call amid others: each call sees the old or the new, whole',
  async (_, pair) => {
    const { adds, stays } = pair();
    const before = [adds.encode(long), stays.encode(long)];
    const added = adds.addTokens(['<plan>']);
    const meanwhile = [adds.encode(long), adds.encode(long)];
    expect(await added).toBe(1);
    for (const encoding of await Promise.all(before)) expectSameIds(encoding.ids, idsBefore);
    for (const { ids } of await Promise.all(meanwhile)) {
      expectSameIds(ids, ids.length === idsBefore.length ? idsBefore : idsAfter);
    }
    expectSameIds((await adds.encode(long)).ids, idsAfter);
    expectSameIds((await stays.encode(long)).ids, idsBefore);
  },
);

it('again and again forks each time', () => {
  const tokenizer = loadChatTokenizer();
  const generations = [0, 1, 2, 3].map((generation) => {
    tokenizer.addTokensSync([`<generation ${generation}>`]);
    return tokenizer.clone();
  });
  for (const [index, one] of generations.entries()) {
    for (const other of generations.slice(index + 1)) expectApart(one, other);
  }
  expectShared(tokenizer, generations.at(-1) ?? tokenizer);
});

it('that are there already keeps the engine and the cache', async () => {
  const { adds, stays } = originalAdds();
  adds.encodeSync(long);
  const before = statsOf(adds);
  expect(await adds.addTokens([])).toBe(0);
  expect(await adds.addTokens([{ content: '<|user|>', special: true }])).toBe(0);
  expect(statsOf(adds)).toEqual(before);
  expectShared(adds, stays);
});

it('to a tokenizer without a cache gives it none', () => {
  const tokenizer = loadChatTokenizer();
  tokenizer.disableSegmentCache();
  tokenizer.addTokensSync(['<plan>']);
  expect(tokenizer.segmentCacheStats()).toBeNull();
  expectSameIds(tokenizer.encodeSync(long).ids, idsAfter);
});
