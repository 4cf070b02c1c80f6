import { getEventListeners } from 'node:events';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { concurrencyStats, setConcurrencyLimit, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';

const tokenizer = Tokenizer.fromEncodingSync('o200k_base', { segmentCache: false });
/** Takes some tens of milliseconds. */
const text = 'Words of a text that goes on and on, 1 by 1.\n'.repeat(50_000);
const exact = { maxExactChars: Number.POSITIVE_INFINITY };
const expected = tokenizer.countSync(text, exact).tokens;
const all = [
  (signal: AbortSignal) => tokenizer.count(text, { signal }),
  (signal: AbortSignal) => tokenizer.count(text, { signal, maxExactChars: 1_000_000 }),
  (signal: AbortSignal) => tokenizer.countBatch([text, text], { signal }),
  (signal: AbortSignal) => tokenizer.encode(text, { signal }),
  (signal: AbortSignal) => tokenizer.encodeBatch([text, [text, text]], { signal }),
  (signal: AbortSignal) => tokenizer.isWithinTokenLimit(text, 1e9, { signal }),
  (signal: AbortSignal) => tokenizer.truncateToTokens(text, 400_000, { signal }),
  (signal: AbortSignal) => tokenizer.decode(new Uint32Array(1_000_000), { signal }),
  (signal: AbortSignal) => Tokenizer.fromEncoding('o200k_base', { signal }),
] as const;

/** Waits until nothing runs any more, which a cancelled call does a little longer than its promise. */
async function idle(): Promise<void> {
  for (;;) {
    const { active, draining, queued } = concurrencyStats();
    if (active + draining + queued === 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

afterEach(async () => {
  setConcurrencyLimit(3);
  await idle();
});

describe.each(all.map((call, index) => [index, call] as const))('call %i', (_, call) => {
  it('fails with the reason of a signal that was aborted before, and does nothing', async () => {
    const reason = new Error('too late');
    await expect(call(AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(concurrencyStats()).toMatchObject({ active: 0, draining: 0, queued: 0 });
  });

  it('fails with the reason while it runs, and leaves no listener', async () => {
    const controller = new AbortController();
    const running = call(controller.signal);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort('enough');
    await expect(running).rejects.toBe('enough');
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    await idle();
  });

  it('is not changed by a signal that stays silent, nor by one that is aborted afterwards', async () => {
    const controller = new AbortController();
    const result = await call(controller.signal);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    controller.abort();
    expect(result).not.toBeUndefined();
  });
});

it('takes a signal that aborts after a while, and one of another realm', async () => {
  const signal = AbortSignal.timeout(1);
  await expect(tokenizer.countBatch([text, text, text, text], { signal })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  const other = runInNewContext(
    '({ aborted: true, reason: "gone", addEventListener() {}, removeEventListener() {}, throwIfAborted() { throw "gone"; } })',
  ) as AbortSignal;
  await expect(tokenizer.count('text', { signal: other })).rejects.toBe('gone');
});

it('takes a signal that has no more than an AbortSignal needs to be one', async () => {
  const plain = { aborted: false, addEventListener() {}, removeEventListener() {} } as unknown as AbortSignal;
  expect((await tokenizer.count(text, { signal: plain })).tokens).toBe(expected);
  expect((await tokenizer.encode(text.slice(0, 100), { signal: plain })).ids.length).toBeGreaterThan(0);
});

it('gives back its place in the queue when a signal or an input refuses', async () => {
  setConcurrencyLimit(1);
  const busy = tokenizer.count(text);
  const refusing = {
    aborted: false,
    addEventListener() {
      throw new Error('no listeners');
    },
    removeEventListener() {},
  } as unknown as AbortSignal;
  await expect(tokenizer.count(text, { signal: refusing })).rejects.toThrow('no listeners');
  await busy;
  expect(concurrencyStats()).toMatchObject({ active: 0, queued: 0 });
  expect((await tokenizer.count(text)).tokens).toBe(expected);
});

it('gives back places whatever else a signal refuses', async () => {
  setConcurrencyLimit(1);
  const refuse = (): never => {
    throw new Error('refused');
  };
  const keeping = { aborted: false, addEventListener() {}, removeEventListener: refuse } as unknown as AbortSignal;
  const calls = [tokenizer.count(text, { signal: keeping }), tokenizer.count(text, { signal: keeping })];
  for (const { tokens } of await Promise.all(calls)) expect(tokens).toBe(expected);
  // The answer to one question of many is none.
  for (let answered = 0; answered < 8; answered += 1) {
    let left = answered;
    const silent = {
      get aborted() {
        if (left-- === 0) refuse();
        return false;
      },
      addEventListener() {},
      removeEventListener() {},
    } as unknown as AbortSignal;
    const busy = tokenizer.count(text);
    const outcome = await tokenizer.count(text, { signal: silent }).then(
      ({ tokens }) => tokens,
      (error: unknown) => (error as Error).message,
    );
    expect([expected, 'refused']).toContain(outcome);
    await busy;
    await idle();
  }
});

it('does not take an event that anybody can dispatch for an abort', async () => {
  const controller = new AbortController();
  const counting = tokenizer.count(text, { signal: controller.signal });
  controller.signal.dispatchEvent(new Event('abort'));
  expect((await counting).tokens).toBe(expected);
});

it('stops a text that crosses in slices', async () => {
  const controller = new AbortController();
  const long = text.repeat(30);
  const encoding = tokenizer.encode(long, { signal: controller.signal });
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort('enough');
  await expect(encoding).rejects.toBe('enough');
  let turns = 0;
  while (concurrencyStats().draining > 0) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  // It has 67 slices, each with a turn of its own.
  expect(turns).toBeLessThan(30);
});

it('lets a call leave the queue at once', async () => {
  setConcurrencyLimit(1);
  const running = tokenizer.count(text);
  const controller = new AbortController();
  const waiting = tokenizer.count(text, { signal: controller.signal });
  expect(concurrencyStats()).toMatchObject({ active: 1, queued: 1 });
  controller.abort('enough');
  expect(concurrencyStats()).toMatchObject({ active: 1, draining: 0, queued: 0 });
  await expect(waiting).rejects.toBe('enough');
  expect((await running).tokens).toBe(expected);
});

it('keeps the place of a cancelled call until its work has stopped', async () => {
  setConcurrencyLimit(1);
  const controller = new AbortController();
  const running = tokenizer.count(text, { signal: controller.signal });
  controller.abort('enough');
  expect(concurrencyStats()).toMatchObject({ active: 0, draining: 1 });
  const next = tokenizer.count(text);
  expect(concurrencyStats()).toMatchObject({ draining: 1, queued: 1 });
  await expect(running).rejects.toBe('enough');
  expect((await next).tokens).toBe(expected);
  expect(concurrencyStats()).toMatchObject({ active: 0, draining: 0, queued: 0 });
});

it('cancels all calls of one signal and no other', async () => {
  const controller = new AbortController();
  const cancelled = Array.from({ length: 50 }, () => tokenizer.count(text, { signal: controller.signal }));
  const other = tokenizer.count(text);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort('enough');
  const outcomes = await Promise.allSettled(cancelled);
  expect(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason === 'enough')).toBe(true);
  expect((await other).tokens).toBe(expected);
});

it('is at rest after 10,000 cancelled calls, and counts as before', async () => {
  const inputs = [text, text.slice(0, 100_000), text.slice(0, 3000)];
  for (let round = 0; round < 100; round += 1) {
    const controller = new AbortController();
    const calls = Array.from({ length: 100 }, (_, index) =>
      tokenizer.count(inputs[index % inputs.length] ?? '', { signal: controller.signal }),
    );
    // Some are cancelled while they wait, and some while they run.
    if (round % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(round);
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.every((outcome) => outcome.status === 'fulfilled' || outcome.reason === round)).toBe(true);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  }
  await idle();
  expect(concurrencyStats()).toMatchObject({ active: 0, draining: 0, queued: 0 });
  expect((await tokenizer.count(text)).tokens).toBe(expected);
});

it('refuses what is no signal, and a signal for calls that block', async () => {
  const message = /^options\.signal must be an AbortSignal, but is 'stop'$/u;
  await expectRejection(
    tokenizer.count('a', { signal: 'stop' as unknown as AbortSignal }),
    'ERR_INVALID_ARGUMENT',
    message,
  );
  const { signal } = new AbortController();
  const unknown = /^options has no option 'signal'/u;
  expectThrow(() => tokenizer.countSync('a', { signal } as object), 'ERR_INVALID_ARGUMENT', unknown);
  expectThrow(() => tokenizer.encodeSync('a', { signal } as object), 'ERR_INVALID_ARGUMENT', unknown);
  expectThrow(() => tokenizer.decodeSync([1], { signal } as object), 'ERR_INVALID_ARGUMENT', unknown);
  expectThrow(() => Tokenizer.fromEncodingSync('o200k_base', { signal } as object), 'ERR_INVALID_ARGUMENT', unknown);
});
