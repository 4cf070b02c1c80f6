import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const path = fixturePath('word-piece');

it('makes every later use fail', async () => {
  const tokenizer = await Tokenizer.fromFile(path);
  tokenizer.close();
  await expectRejection(tokenizer.encode('a'), 'ERR_CLOSED');
  await expectRejection(tokenizer.encodeBatch(['a']), 'ERR_CLOSED');
  await expectRejection(tokenizer.encodeBatch([]), 'ERR_CLOSED');
  await expectRejection(tokenizer.count('a'), 'ERR_CLOSED');
  await expectRejection(tokenizer.countBatch(['a']), 'ERR_CLOSED');
  await expectRejection(tokenizer.decode([1]), 'ERR_CLOSED');
  expectThrow(() => tokenizer.encodeSync('a'), 'ERR_CLOSED');
  expectThrow(() => tokenizer.encodeBatchSync(['a']), 'ERR_CLOSED');
  expectThrow(() => tokenizer.countSync('a'), 'ERR_CLOSED');
  expectThrow(() => tokenizer.countBatchSync(['a']), 'ERR_CLOSED');
  expectThrow(() => tokenizer.decodeSync([1]), 'ERR_CLOSED');
  expectThrow(() => tokenizer.clone(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.share(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.engine, 'ERR_CLOSED');
  expectThrow(() => tokenizer.vocabSize(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.segmentCacheStats(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.clearSegmentCache(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.enableSegmentCache(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.disableSegmentCache(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.shareSegmentCacheFrom(tokenizer), 'ERR_CLOSED');
  expectThrow(() => tokenizer.inspect(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.truncation, 'ERR_CLOSED');
  expectThrow(() => tokenizer.padding, 'ERR_CLOSED');
  expectThrow(() => tokenizer.setTruncation(null), 'ERR_CLOSED');
  expectThrow(() => tokenizer.setPadding(null), 'ERR_CLOSED');
  expectThrow(() => tokenizer.tokenToId('a'), 'ERR_CLOSED');
  expectThrow(() => tokenizer.idToToken(1), 'ERR_CLOSED');
  expectThrow(() => tokenizer.vocab(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.addedTokens, 'ERR_CLOSED');
  await expectRejection(tokenizer.addTokens(['a']), 'ERR_CLOSED');
  expectThrow(() => tokenizer.addTokensSync(['a']), 'ERR_CLOSED');
  await expectRejection(tokenizer.serialize(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.serializeSync(), 'ERR_CLOSED');
  expectThrow(() => tokenizer.decodeStream(), 'ERR_CLOSED');
});

it('can be done twice', () => {
  const tokenizer = Tokenizer.fromFileSync(path);
  tokenizer.close();
  tokenizer.close();
  tokenizer[Symbol.dispose]();
  expectThrow(() => tokenizer.countSync('a'), 'ERR_CLOSED');
});

it('is done by `using`', () => {
  const kept: Tokenizer[] = [];
  {
    using tokenizer = Tokenizer.fromFileSync(path);
    kept.push(tokenizer);
    expect(tokenizer.countSync('the').tokens).toBe(1);
  }
  expectThrow(() => kept[0]?.countSync('the'), 'ERR_CLOSED');
});

it('lets running calls end', async () => {
  const tokenizer = await Tokenizer.fromFile(fixturePath('byte-level-bpe'));
  // Large enough for several tasks, of which only the first runs when the tokenizer is closed.
  const texts = Array.from({ length: 5 }, () => 'The tokens '.repeat(150_000));
  const expected = tokenizer.countSync(texts[0] ?? '');
  const running = [tokenizer.count(texts[0] ?? ''), tokenizer.count('')];
  const batch = tokenizer.countBatch(texts);
  tokenizer.close();
  expect((await Promise.all(running)).map(({ tokens }) => tokens)).toEqual([expected.tokens, 0]);
  expect(await batch).toEqual(texts.map(() => expected));
});

describe('a call of any kind that runs ends as it would have', () => {
  const long = 'The tokens that there are '.repeat(60_000);
  const ids = Tokenizer.fromFileSync(fixturePath('byte-level-bpe')).encodeSync(long).ids;
  const calls: Record<string, (tokenizer: Tokenizer) => Promise<unknown>> = {
    'a long count': (tokenizer) => tokenizer.count(long),
    'a sampled count': (tokenizer) => tokenizer.count(long, { maxExactChars: 100_000 }),
    'a batch of counts': (tokenizer) => tokenizer.countBatch([long, 'a', long]),
    'a long encode': async (tokenizer) => (await tokenizer.encode(long)).ids.length,
    'a batch of encodes': async (tokenizer) => (await tokenizer.encodeBatch([long, 'a'])).map((one) => one.ids.length),
    decode: (tokenizer) => tokenizer.decode(ids),
    isWithinTokenLimit: (tokenizer) => tokenizer.isWithinTokenLimit(long, 1_000_000),
    truncateToTokens: (tokenizer) => tokenizer.truncateToTokens(long, 50_000, { keep: 'end' }),
    addTokens: (tokenizer) => tokenizer.addTokens(['<one>', '<two>']),
    serialize: (tokenizer) => tokenizer.serialize(),
  };

  it.each(Object.entries(calls))('%s', async (_, call) => {
    using open = await Tokenizer.fromFile(fixturePath('byte-level-bpe'));
    const expected = await call(open.clone());
    const closed = open.clone();
    const running = call(closed);
    closed.close();
    expect(await running).toEqual(expected);
  });
});

it('leaves clones open, and the other way round', () => {
  const tokenizer = Tokenizer.fromFileSync(path);
  const clone = tokenizer.clone();
  tokenizer.close();
  expect(clone.countSync('the tokens').tokens).toBe(2);
  const cloneOfClone = clone.clone();
  clone.close();
  expect(cloneOfClone.countSync('the tokens').tokens).toBe(2);
});

it('leaves the summary that loggers print', () => {
  const tokenizer = Tokenizer.fromFileSync(path);
  const summary = JSON.stringify(tokenizer);
  expect(JSON.parse(summary)).toEqual({ engine: tokenizer.engine, vocabSize: tokenizer.vocabSize() });
  tokenizer.close();
  expect(JSON.stringify(tokenizer)).toBe(summary);
});
