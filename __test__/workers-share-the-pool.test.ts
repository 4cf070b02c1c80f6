// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { concurrencyStats, setConcurrencyLimit, Tokenizer } from '../index.js';
import { binding } from '../src/native-binding.js';

const WORKERS = 5;
const CALLS = 12;
const build = new URL('../dist/esm/index.js', import.meta.url).href;
const text = 'Words of a text that goes on and on, 1 by 1.\n'.repeat(5000);
const expected = Tokenizer.fromEncodingSync('o200k_base').countSync(text).tokens;

/** A thread that counts a text so many times at once, and tells the counts and what its limiter says then. */
const source = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.build).then(async ({ Tokenizer, concurrencyStats }) => {
    const tokenizer = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
    parentPort.postMessage('ready');
    await new Promise((resolve) => parentPort.once('message', resolve));
    const calls = Array.from({ length: workerData.calls }, () => tokenizer.count(workerData.text));
    const started = concurrencyStats();
    const counts = (await Promise.all(calls)).map(({ tokens }) => tokens);
    parentPort.postMessage({ counts, started, ended: concurrencyStats() });
  });
`;

async function startWorkers(): Promise<Worker[]> {
  const workerData = { build, calls: CALLS, text };
  const workers = Array.from({ length: WORKERS }, () => new Worker(source, { eval: true, workerData }));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return workers;
}

describe('event loops in worker threads', () => {
  it('all finish their bursts, and files can be read meanwhile', async () => {
    const workers = await startWorkers();
    const ended = workers.map((worker) => once(worker, 'message'));
    for (const worker of workers) worker.postMessage('go');
    const own = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
    const calls = Array.from({ length: CALLS }, () => own.count(text));
    let turns = 0;
    const looking = setInterval(() => void stat(fileURLToPath(import.meta.url)).then(() => (turns += 1)), 1);
    const counts = (await Promise.all(calls)).map(({ tokens }) => tokens);
    const reports = (await Promise.all(ended)).map(
      ([report]) => report as Record<'counts' | 'started' | 'ended', unknown>,
    );
    clearInterval(looking);
    expect(counts).toEqual(calls.map(() => expected));
    expect(turns).toBeGreaterThan(0);
    for (const report of reports) {
      expect(report.counts).toEqual(counts);
      expect(report.started).toMatchObject({ limit: 3 });
      expect(report.ended).toMatchObject({ active: 0, draining: 0, queued: 0 });
    }
    // What a loop held is given back when it ends.
    await Promise.all(workers.map((worker) => worker.terminate()));
    await expectAllTickets();
  });

  it('that end while they count give back what they held', async () => {
    const workers = await startWorkers();
    for (const worker of workers) worker.postMessage('go');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all(workers.map((worker) => worker.terminate()));
    await expectAllTickets();
    setConcurrencyLimit(3);
    const own = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
    expect((await own.count(text)).tokens).toBe(expected);
    expect(concurrencyStats()).toMatchObject({ active: 0, queued: 0 });
  });
});

/** All tickets can be had again, by a holder that waits for them as a loop does. */
async function expectAllTickets(): Promise<void> {
  const most = Math.max(1, binding.threadPoolSize() - 1);
  let wake = (): void => {};
  const tickets = new binding.NativeTickets(() => wake());
  for (let taken = 0; taken < most;) {
    if (tickets.take(false) !== null) taken += 1;
    else {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 100);
      });
    }
  }
  expect(tickets.take(false)).toBeNull();
  for (let given = 0; given < most; given += 1) tickets.giveBack('general');
}
