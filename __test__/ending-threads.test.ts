import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { seededRandom } from '../scripts/sample-chats/seeded-random.js';
import { expectThrow } from './failure.js';
import { PackageWorker } from './package-worker.js';

const THREADS = 200;
/** So many at once, as starting one takes longer than all that it does. */
const AT_ONCE = 8;
const SEED = 20_260_101;

const build = new URL('../dist/esm/index.js', import.meta.url).href;
const text = 'The line of a text that goes on and on, 1 by 1.\n'.repeat(20_000);

/** Claims a tokenizer and leaves it open, with a call under way that takes some tens of milliseconds. */
const use = `
  const tokenizer = tokenwell.Tokenizer.fromShared(argument.shared);
  const { tokens } = await tokenizer.count('Hello world');
  globalThis.kept = [tokenizer, tokenizer.clone(), tokenizer.share()];
  tokenizer[argument.call](argument.text);
  return tokens;
`;

it(`${THREADS} threads may end whatever they are doing, and leave nothing behind`, async () => {
  const tokenizer = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
  const shared = tokenizer.share();
  const random = seededRandom(SEED);
  let started = 0;
  const one = async (): Promise<void> => {
    const call = random.pick(['encode', 'count', 'encodeBatch'] as const);
    const worker = await PackageWorker.start();
    const argument = { shared, call, text: call === 'encodeBatch' ? [text, text] : text };
    expect(await worker.run(use, argument), `call ${call}, seed ${SEED}`).toBe(2);
    await sleep(random.below(30));
    await worker.end();
  };
  const inTurn = async (): Promise<void> => {
    while (started++ < THREADS) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
  expect(tokenizer.countSync('Hello world').tokens).toBe(2);
  // Whatever the threads had open is closed with them.
  Tokenizer.fromShared(shared).close();
  tokenizer.close();
  expectThrow(() => Tokenizer.fromShared(shared), 'ERR_CLOSED');
});

it('the main thread may end while others encode', async () => {
  const script = `
    const { Worker } = require('node:worker_threads');
    import(${JSON.stringify(build)}).then(({ Tokenizer }) => {
      const shared = Tokenizer.fromEncodingSync('o200k_base').share();
      const source = 'import(' + JSON.stringify(${JSON.stringify(build)}) + ').then(({ Tokenizer }) => { '
        + 'const { parentPort, workerData } = require("node:worker_threads");'
        + 'const tokenizer = Tokenizer.fromShared(workerData.shared);'
        + 'for (let call = 0; call < 20; call += 1) void tokenizer.encode(workerData.text + call);'
        + 'parentPort.postMessage("encoding") })';
      const text = ${JSON.stringify(text.slice(0, 1000))}.repeat(500);
      let encoding = 0;
      for (let number = 0; number < 4; number += 1) {
        new Worker(source, { eval: true, workerData: { shared, text } }).on('message', () => {
          encoding += 1;
          if (encoding === 4) process.exit(7);
        });
      }
    });
  `;
  for (let round = 0; round < 5; round += 1) {
    const ended = promisify(execFile)(process.execPath, ['-e', script]).then(
      () => ({ code: 0 }),
      ({ code, signal, stderr }: { code: number; signal: string; stderr: string }) => ({ code, signal, stderr }),
    );
    expect(await ended).toMatchObject({ code: 7, stderr: '' });
  }
});
