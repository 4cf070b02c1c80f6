import { expect, it } from 'vitest';
import { type Encoding, Tokenizer } from '../index.js';
import { chat, loadChatTokenizer, SEGMENTS, statsOf } from './cached-chat.js';
import { fixturePath } from './fixture.js';

const text = chat('one');

/** What tokenizers do with the settings of one clone. */
type Setup = (tokenizer: Tokenizer) => void;

const SETUPS: readonly Setup[] = [
  () => {},
  (tokenizer) => tokenizer.setTruncation({ maxLength: 9 }),
  (tokenizer) => tokenizer.setTruncation({ maxLength: 11, direction: 'left' }),
  (tokenizer) => tokenizer.setPadding({ strategy: { fixed: 200 }, padId: 3 }),
  (tokenizer) => tokenizer.setPadding({ strategy: { fixed: 100 }, padId: 4, direction: 'left' }),
  (tokenizer) => {
    tokenizer.setTruncation({ maxLength: 5 });
    tokenizer.setPadding({ padToMultipleOf: 8 });
  },
];

/** What the settings give where nothing is ever taken from a cache. */
const expected: readonly Encoding[] = SETUPS.map((setup) => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: false });
  setup(tokenizer);
  return tokenizer.encodeSync(text, { attentionMask: true });
});

it('each clone cuts and fills its own output, and the hits are shared', async () => {
  const original = loadChatTokenizer();
  const clones = SETUPS.map((setup) => {
    const clone = original.clone();
    setup(clone);
    return clone;
  });
  for (const [index, clone] of clones.entries()) {
    expect(clone.encodeSync(text, { attentionMask: true })).toEqual(expected[index]);
  }
  const { hits, misses, entries } = statsOf(original);
  expect({ misses, entries }).toEqual({ misses: SEGMENTS, entries: SEGMENTS });
  expect(hits).toBe((SETUPS.length - 1) * SEGMENTS);
  expect(new Set(expected.map(({ ids }) => ids.length)).size).toBe(SETUPS.length);

  const atOnce = await Promise.all(clones.map((clone) => clone.encode(text, { attentionMask: true })));
  expect(atOnce).toEqual(expected);
  expect(statsOf(original)).toMatchObject({ misses: SEGMENTS, entries: SEGMENTS });
});

it('a short encoding puts no short segment into the cache', () => {
  const original = loadChatTokenizer();
  const short = original.clone();
  short.setTruncation({ maxLength: 1 });
  short.encodeSync(text);
  expect(original.encodeSync(text, { attentionMask: true })).toEqual(expected[0]);
});

it('counts are of the whole text on every clone', () => {
  const original = loadChatTokenizer();
  for (const setup of SETUPS) {
    const clone = original.clone();
    setup(clone);
    expect(clone.countSync(text, { specialTokens: 'match' }).tokens).toBe(expected[0]?.ids.length);
  }
  expect(statsOf(original)).toMatchObject({ misses: SEGMENTS });
});
