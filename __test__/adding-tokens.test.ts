import { describe, expect, it } from 'vitest';
import { type AddedToken, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const FIRST_NEW_ID = 385;
const load = (): Tokenizer => Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
const text = 'the <plan> tokens<plan>';
const plans = (tokenizer: Tokenizer): number =>
  tokenizer.encodeSync(text).ids.filter((id) => id === FIRST_NEW_ID).length;

it('are found in text, and decoded', async () => {
  const tokenizer = load();
  expect(await tokenizer.addTokens(['<plan>', { content: '<|tool|>', special: true }])).toBe(2);
  const { ids } = await tokenizer.encode('the <plan><|tool|>');
  expect([...ids].slice(-2)).toEqual([FIRST_NEW_ID, FIRST_NEW_ID + 1]);
  expect(tokenizer.decodeSync(ids)).toBe('the <plan><|tool|>');
  expect(tokenizer.decodeSync(ids, { skipSpecialTokens: true })).toBe('the <plan>');
  expect(tokenizer.vocabSize()).toBe(FIRST_NEW_ID + 2);
  expect(tokenizer.tokenToId('<|tool|>')).toBe(FIRST_NEW_ID + 1);
  expect(tokenizer.countSync('<plan>').tokens).toBe(1);
  expect(tokenizer.inspect().addedTokens).toBe(10);
});

it('have their defaults', () => {
  const tokenizer = load();
  tokenizer.addTokensSync([
    '<a1>',
    { content: '<b1>', special: true },
    { content: '<c1>', special: true, normalized: true },
  ]);
  const flags = { singleWord: false, lstrip: false, rstrip: false };
  expect(tokenizer.addedTokens.slice(-3)).toStrictEqual([
    { id: FIRST_NEW_ID, content: '<a1>', special: false, ...flags, normalized: true },
    { id: FIRST_NEW_ID + 1, content: '<b1>', special: true, ...flags, normalized: false },
    { id: FIRST_NEW_ID + 2, content: '<c1>', special: true, ...flags, normalized: true },
  ]);
});

it('do as their flags say', () => {
  const tokenizer = load();
  tokenizer.addTokensSync([
    { content: '<l1>', lstrip: true },
    { content: '<r1>', rstrip: true },
    { content: 'zq', singleWord: true },
  ]);
  const ids = (input: string): number[] => [...tokenizer.encodeSync(input).ids];
  expect(ids('  <l1>')).toEqual([FIRST_NEW_ID]);
  expect(ids('<r1>  ')).toEqual([FIRST_NEW_ID + 1]);
  expect(ids('zq')).toEqual([FIRST_NEW_ID + 2]);
  expect(ids('zqz')).not.toContain(FIRST_NEW_ID + 2);
});

describe('with clones', () => {
  it('go to the tokenizer alone and to clones made later', () => {
    const original = load();
    const earlier = original.clone();
    original.addTokensSync(['<plan>']);
    const later = original.clone();
    expect([earlier, original, later].map(plans)).toEqual([0, 2, 2]);
    expect(earlier.vocabSize()).toBe(FIRST_NEW_ID);
    earlier.addTokensSync(['<other>']);
    expect(earlier.tokenToId('<other>')).toBe(FIRST_NEW_ID);
    expect(original.tokenToId('<other>')).toBeUndefined();
  });

  it('leave to earlier ones their cache, and give later ones the new one', () => {
    const original = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'), { segmentCache: { maxBytes: 1_000_000 } });
    const earlier = original.clone();
    original.encodeSync(text);
    const before = earlier.segmentCacheStats();
    expect(before?.misses).toBeGreaterThan(0);
    original.addTokensSync(['<plan>']);
    expect(original.segmentCacheStats()).toEqual({
      hits: 0,
      misses: 0,
      hitBytes: 0,
      missBytes: 0,
      entries: 0,
      bytes: 0,
      maxBytes: 1_000_000,
      evictions: 0,
      hitRate: 0,
      byteHitRate: 0,
    });
    const later = original.clone();
    original.encodeSync('The quick counting of tokens is the thing.');
    expect(later.segmentCacheStats()).toEqual(original.segmentCacheStats());
    expect(original.segmentCacheStats()?.misses).toBeGreaterThan(0);
    expect(earlier.segmentCacheStats()).toEqual(before);
  });

  it('keep truncation and padding', () => {
    const original = load();
    original.setTruncation({ maxLength: 4 });
    original.setPadding({ padId: 3 });
    original.addTokensSync(['<plan>']);
    expect(original.truncation?.maxLength).toBe(4);
    expect(original.padding?.padId).toBe(3);
  });
});

it('that are there already change nothing', async () => {
  const tokenizer = load();
  tokenizer.encodeSync(text);
  const before = tokenizer.segmentCacheStats();
  const raw: AddedToken = { content: 'raw', normalized: false };
  expect(await tokenizer.addTokens([])).toBe(0);
  expect(await tokenizer.addTokens([raw, raw, { content: '<|user|>', special: true }])).toBe(0);
  expect(tokenizer.segmentCacheStats()).toEqual(before);
  expect(tokenizer.vocabSize()).toBe(FIRST_NEW_ID);
});

it('that the model has keep their ids', () => {
  const tokenizer = load();
  const id = tokenizer.tokenToId('ing') ?? -1;
  expect(id).toBeGreaterThan(0);
  expect(tokenizer.addTokensSync(['ing'])).toBe(1);
  expect(tokenizer.tokenToId('ing')).toBe(id);
  expect(tokenizer.vocabSize()).toBe(FIRST_NEW_ID);
  expect([...tokenizer.encodeSync('xingx').ids]).toContain(id);
});

it('do not change calls that run', async () => {
  const tokenizer = load();
  const long = '<plan> the tokens '.repeat(200_000);
  const expected = tokenizer.countSync(long);
  const running = [tokenizer.count(long), tokenizer.count(long)];
  // Larger than a task, so that later tasks begin after the tokens were added.
  const batch = tokenizer.countBatch([long, long, long]);
  const encoding = tokenizer.encodeBatch([long, long]);
  tokenizer.addTokensSync(['<plan>']);
  expect(await Promise.all(running)).toEqual([expected, expected]);
  expect(await batch).toEqual([expected, expected, expected]);
  expect((await encoding).map(({ ids }) => ids.length)).toEqual([expected.tokens, expected.tokens]);
  expect((await tokenizer.count(long)).tokens).toBeLessThan(expected.tokens);
});

it('all stay when several calls add some at once', async () => {
  const tokenizer = load();
  const added = await Promise.all(Array.from({ length: 8 }, async (_, index) => tokenizer.addTokens([`<t${index}>`])));
  expect(added).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(tokenizer.vocabSize()).toBe(FIRST_NEW_ID + 8);
  for (let index = 0; index < 8; index += 1) expect(tokenizer.tokenToId(`<t${index}>`)).toBeTypeOf('number');
});

it.each<[unknown, RegExp]>([
  ['<plan>', /^tokens must be an array of strings and added tokens, but is '<plan>'$/u],
  [undefined, /^tokens must be an array/u],
  [['a', 7], /^tokens\[1\] must be a string or an added token, but is 7$/u],
  [[null], /^tokens\[0\] must be a string or an added token, but is null$/u],
  [[{}], /^tokens\[0\]\.content must be a string, but is undefined$/u],
  [[{ content: 'a', special: 1 }], /^tokens\[0\]\.special must be true or false, but is 1$/u],
  [[{ content: 'a', single_word: true }], /^tokens\[0\] has no option 'single_word'; it knows content, special/u],
  [['a\uD800'], /^tokens\[0\]\.content must be a string without lone surrogates, but is 'a\\ud800'$/u],
])('are refused: %o', async (wrong, message) => {
  const tokenizer = load();
  const tokens = wrong as AddedToken[];
  await expectRejection(tokenizer.addTokens(tokens), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.addTokensSync(tokens), 'ERR_INVALID_ARGUMENT', message);
  expect(tokenizer.vocabSize()).toBe(FIRST_NEW_ID);
});

it('must be something once they are normalized', async () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
  const message = /"\\u\{301\}" is empty once it is normalized/u;
  await expectRejection(tokenizer.addTokens(['\u0301']), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => tokenizer.addTokensSync(['\u0301']), 'ERR_INVALID_ARGUMENT', message);
});
