import { afterEach, describe, expect, it, vi } from 'vitest';
import { concurrencyStats, setConcurrencyLimit, Tokenizer } from '../index.js';
import { limitOfEnvironment } from '../src/concurrency/concurrency-limit.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const tokenizer = Tokenizer.fromEncodingSync('o200k_base', { segmentCache: false });
const text = 'Words of a text that goes on and on, 1 by 1.\n'.repeat(20_000);
const expected = tokenizer.countSync(text).tokens;

afterEach(() => {
  vi.unstubAllEnvs();
  setConcurrencyLimit(3);
});

it('is one less than the pool has threads, and at most four', () => {
  expect([1, 2, 4, 5, 16].map((size) => limitOfEnvironment(size))).toEqual([1, 1, 3, 4, 4]);
});

it('is what the environment says, or an error that says what may stand there', () => {
  vi.stubEnv('TOKENWELL_MAX_CONCURRENCY', '256');
  expect(limitOfEnvironment(4)).toBe(256);
  for (const value of ['', '0', '257', '1.5', ' 2', 'many', '-1']) {
    vi.stubEnv('TOKENWELL_MAX_CONCURRENCY', value);
    const message = `the environment variable TOKENWELL_MAX_CONCURRENCY must be a whole number from 1 to 256, but is '${value}'`;
    expect(expectThrow(() => limitOfEnvironment(4), 'ERR_INVALID_ARGUMENT').message).toBe(message);
  }
});

it('is set to a whole number from 1 to 256 and nothing else', () => {
  for (const limit of [1, 256]) {
    setConcurrencyLimit(limit);
    expect(concurrencyStats().limit).toBe(limit);
  }
  for (const limit of [0, 257, 1.5, Number.NaN, '2']) {
    const message = /^limit must be a whole number from 1 to 256, but is /u;
    expectThrow(() => setConcurrencyLimit(limit as number), 'ERR_INVALID_ARGUMENT', message);
  }
  const message = /^options\.maxQueue must be a whole number from 0 up, or Infinity, but is -1$/u;
  expectThrow(() => setConcurrencyLimit(2, { maxQueue: -1 }), 'ERR_INVALID_ARGUMENT', message);
  expect(concurrencyStats().limit).toBe(256);
});

it('holds for calls of all kinds at once, which all end', async () => {
  setConcurrencyLimit(2);
  const { ids } = tokenizer.encodeSync(text);
  const calls = Array.from({ length: 5 }, () => [
    tokenizer.count(text),
    tokenizer.countBatch([text, text]),
    tokenizer.encode(text),
    tokenizer.encodeBatch([text]),
    tokenizer.decode(ids),
    tokenizer.clone().addTokens(['<plan>']),
    tokenizer.isWithinTokenLimit(text, 1e6),
    tokenizer.truncateToTokens(text, 1e5),
  ]).flat();
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, concurrencyStats().active)), 0);
  await Promise.all(calls);
  clearInterval(watching);
  // Two, and a small one besides.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
  expect(concurrencyStats()).toMatchObject({ active: 0, draining: 0, queued: 0 });
});

it('refuses calls when as many wait as may, and tells so', async () => {
  setConcurrencyLimit(1, { maxQueue: 2 });
  const rejectedBefore = concurrencyStats().rejected;
  const calls = Array.from({ length: 5 }, () => tokenizer.count(text));
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  await expectRejection(calls[4] ?? Promise.resolve(), 'ERR_QUEUE_FULL', /^2 calls wait already, and maxQueue is 2$/u);
  expect(concurrencyStats().rejected).toBe(rejectedBefore + 2);
});

it('refuses a batch by its first task or not at all, and says no more of a long text than of a short one', async () => {
  setConcurrencyLimit(1, { maxQueue: 0 });
  const long = text.repeat(2);
  const running = tokenizer.countBatch([long, long]);
  for (const texts of [
    [long, 'a'],
    ['a'.repeat(100_000), 'a'],
  ]) {
    await expectRejection(tokenizer.countBatch(texts), 'ERR_QUEUE_FULL', /^0 calls wait already, and maxQueue is 0$/u);
  }
  expect(await running).toHaveLength(2);
});

it('does not keep small calls waiting behind a row of long ones', async () => {
  setConcurrencyLimit(1);
  const order: string[] = [];
  const note = (name: string) => (): void => void order.push(name);
  const long = Array.from({ length: 4 }, () => tokenizer.count(text).then(note('long')));
  const small = tokenizer.count(text.slice(0, 10_000)).then(note('small'));
  await Promise.all([...long, small]);
  expect(order.indexOf('small')).toBeLessThan(2);
});

describe('a call that waits', () => {
  it('works on the bytes that it was given', async () => {
    setConcurrencyLimit(1);
    const bytes = new TextEncoder().encode(text);
    const calls = [
      tokenizer.count(text),
      tokenizer.count(bytes),
      tokenizer.countBatch([bytes]),
      tokenizer.encode(bytes),
    ] as const;
    bytes.fill(0xff);
    const [, count, [counted], { ids }] = await Promise.all(calls);
    expect([count.tokens, counted?.tokens, ids.length]).toEqual([expected, expected, expected]);
  });

  it('works with the settings and tokens that were in force at the call', async () => {
    setConcurrencyLimit(1);
    const own = tokenizer.clone();
    own.setTruncation({ maxLength: 7 });
    const calls = [tokenizer.count(text), own.encode(text)] as const;
    own.setTruncation(null);
    own.addTokensSync(['goes on and on']);
    expect((await calls[1]).ids).toHaveLength(7);
    await calls[0];
  });

  it('fails at once when its tokenizer is closed', async () => {
    setConcurrencyLimit(1);
    const own = tokenizer.clone();
    const running = own.count(text);
    const waiting = own.count(text);
    const other = tokenizer.count(text);
    own.close();
    await expectRejection(waiting, 'ERR_CLOSED');
    expect(concurrencyStats().queued).toBe(1);
    expect([(await running).tokens, (await other).tokens]).toEqual([expected, expected]);
  });
});

describe('loading', () => {
  it('takes no place from other calls', async () => {
    setConcurrencyLimit(1);
    const loads = Array.from({ length: 6 }, () => Tokenizer.fromFile(fixturePath('byte-level-bpe')));
    expect(concurrencyStats()).toMatchObject({ active: 0, queued: 0 });
    await Promise.all(loads);
  });

  it('works on the bytes that it was given, however long it waits', async () => {
    const json = new TextEncoder().encode(await (await Tokenizer.fromFile(fixturePath('word-level'))).serialize());
    const loads = Array.from({ length: 4 }, () => Tokenizer.fromJSON(json));
    json.fill(0);
    for (const loaded of await Promise.all(loads)) expect(loaded.countSync('the tokens').tokens).toBe(2);
  });
});
