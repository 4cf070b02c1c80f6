// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type SharedTokenizer, Tokenizer } from '../index.js';
import { expectThrow } from './failure.js';
import { mixedText } from './mixed-text.js';
import { idsIn, PackageWorker } from './package-worker.js';

/** Several thousand characters, with code and prose between what is rare. */
function someText(seed: number): string {
  const rare = fc.sample(mixedText, { seed, numRuns: 60 });
  return rare.map((one, index) => `${one}\nThe line of number ${index} is here, and goes on.\n`).join('');
}

const text = someText(1);
const build = new URL('../dist/esm/index.js', import.meta.url).href;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const workers: PackageWorker[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end()));
});

async function startWorker(): Promise<PackageWorker> {
  const worker = await PackageWorker.start();
  workers.push(worker);
  return worker;
}

describe('a shared tokenizer', () => {
  it('gives the same ids in another thread, and finds there what this one has encoded', async () => {
    using tokenizer = await Tokenizer.fromEncoding('o200k_base');
    const { ids } = await tokenizer.encode(text);
    const before = tokenizer.segmentCacheStats();
    expect(await idsIn(await startWorker(), tokenizer.share(), text)).toEqual([...ids]);
    const after = tokenizer.segmentCacheStats();
    expect(after?.misses).toBe(before?.misses);
    expect(after?.hits).toBeGreaterThan(before?.hits ?? 0);
  });

  it('gives eight threads at once the ids that one has', async () => {
    using tokenizer = await Tokenizer.fromEncoding('o200k_base');
    const shared = tokenizer.share();
    const texts = Array.from({ length: 8 }, (_, index) => someText(index));
    using alone = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
    const all = await Promise.all(texts.map(startWorker));
    const ids = await Promise.all(all.map((worker, index) => idsIn(worker, shared, texts[index] ?? '')));
    expect(ids).toEqual(texts.map((one) => Array.from(alone.encodeSync(one).ids)));
  });

  it('is named by a plain object, which reaches threads in any way', async () => {
    using tokenizer = await Tokenizer.fromEncoding('o200k_base');
    const shared = tokenizer.share();
    expect(JSON.parse(JSON.stringify(shared))).toEqual(shared);
    expect(structuredClone(shared)).toEqual(shared);
    const count = `
      const { BroadcastChannel, parentPort, workerData } = require('node:worker_threads');
      import(${JSON.stringify(build)}).then(({ Tokenizer }) => {
        const count = (shared) => Tokenizer.fromShared(shared).countSync('Hello world').tokens;
        const channel = new BroadcastChannel('tokenizers');
        channel.onmessage = ({ data }) => { parentPort.postMessage(count(data)); channel.close(); };
        parentPort.postMessage(count(workerData));
      });
    `;
    const worker = new Worker(count, { eval: true, workerData: shared });
    expect(await once(worker, 'message')).toEqual([2]);
    const channel = new BroadcastChannel('tokenizers');
    channel.postMessage(shared);
    expect(await once(worker, 'message')).toEqual([2]);
    channel.close();
    await worker.terminate();
  });

  it('has the name that it had, until it changes', async () => {
    using tokenizer = await Tokenizer.fromEncoding('o200k_base');
    const shared = tokenizer.share();
    expect(tokenizer.share()).toEqual(shared);
    tokenizer.setTruncation({ maxLength: 3 });
    const truncated = tokenizer.share();
    expect(truncated).not.toEqual(shared);
    using first = Tokenizer.fromShared(shared);
    using second = Tokenizer.fromShared(truncated);
    expect([first.truncation, second.truncation?.maxLength]).toEqual([null, 3]);
  });

  it('is as it was when it was shared: tokens that are added later are not in it', async () => {
    using tokenizer = await Tokenizer.fromEncoding('o200k_base');
    const shared = tokenizer.share();
    await tokenizer.addTokens(['<new>']);
    using before = Tokenizer.fromShared(shared);
    using after = Tokenizer.fromShared(tokenizer.share());
    expect([before.tokenToId('<new>'), after.tokenToId('<new>')]).toEqual([undefined, tokenizer.tokenToId('<new>')]);
    expect(after.segmentCacheStats()?.entries).toBe(0);
  });
});

describe('a name can be claimed', () => {
  const claim = (shared: SharedTokenizer) => (): void => Tokenizer.fromShared(shared).close();

  it('until the last tokenizer on what was shared is closed', () => {
    const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
    const earlier = tokenizer.clone();
    const shared = tokenizer.share();
    const later = tokenizer.clone();
    const claimed = Tokenizer.fromShared(shared);
    for (const holder of [tokenizer, earlier, later]) {
      claim(shared)();
      holder.close();
    }
    claim(shared)();
    claimed.close();
    expectThrow(claim(shared), 'ERR_CLOSED', /all tokenizers on what was shared have been closed/u);
  });

  it('until its sharer is closed, though tokens were added to that', () => {
    const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
    const shared = tokenizer.share();
    tokenizer.addTokensSync(['<new>']);
    claim(shared)();
    tokenizer.close();
    expectThrow(claim(shared), 'ERR_CLOSED');
  });

  it('when its sharer was forgotten and collected', async () => {
    const shared = Tokenizer.fromEncodingSync('o200k_base').share();
    for (let round = 0; round < 3; round += 1) {
      collectGarbage();
      await sleep(1);
    }
    expect(claim(shared)).not.toThrow();
  });

  it('no more when the thread of its sharer has ended', async () => {
    const worker = await startWorker();
    const body = `return (await tokenwell.Tokenizer.fromEncoding('o200k_base')).share();`;
    const shared = (await worker.run(body)) as SharedTokenizer;
    claim(shared)();
    await worker.end();
    expectThrow(claim(shared), 'ERR_CLOSED');
  });

  it('after that by whoever has claimed it before', async () => {
    const worker = await startWorker();
    const body = `return (await tokenwell.Tokenizer.fromEncoding('o200k_base')).share();`;
    const shared = (await worker.run(body)) as SharedTokenizer;
    using claimed = Tokenizer.fromShared(shared);
    await worker.end();
    claim(shared)();
    expect(claimed.countSync('Hello world').tokens).toBe(2);
  });

  it('by no other process', () => {
    const [program, script] = [
      process.execPath,
      `import(${JSON.stringify(build)}).then(({ Tokenizer }) => {
      console.log(JSON.stringify(Tokenizer.fromEncodingSync('o200k_base').share()));
    })`,
    ];
    const foreign = JSON.parse(execFileSync(program, ['-e', script], { encoding: 'utf8' })) as SharedTokenizer;
    expectThrow(
      claim(foreign),
      'ERR_INVALID_ARGUMENT',
      /shared must be what share\(\) gave in this process.*process: '\d+-/u,
    );
  });

  it('only if it was given', () => {
    using tokenizer = Tokenizer.fromEncodingSync('o200k_base');
    const shared = tokenizer.share();
    for (const number of [0, -1, shared.tokenizer + 1, Number.MAX_SAFE_INTEGER]) {
      expectThrow(
        claim({ ...shared, tokenizer: number }),
        'ERR_INVALID_ARGUMENT',
        new RegExp(`number ${number} `, 'u'),
      );
    }
    const wrong: unknown[] = [null, undefined, 'name', 1, {}, [], tokenizer, { process: 1, tokenizer: 1 }];
    wrong.push({ ...shared, tokenizer: 1.5 }, { ...shared, tokenizer: '1' }, { ...shared, tokenizer: Number.NaN });
    for (const value of wrong) {
      expectThrow(claim(value as SharedTokenizer), 'ERR_INVALID_ARGUMENT', /^shared must be what share\(\) gave/u);
    }
  });
});
