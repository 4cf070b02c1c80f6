import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { openNative } from '../src/tokenizer-handle.js';
import { fixturePath } from './fixture.js';
import { medianOf } from '../benchmark/median.js';

const MB = 1 << 20;
const WORKERS = 8;
const build = new URL('../dist/esm/index.js', import.meta.url).href;

/** Runs a module of its own and gives the number that it prints. */
async function numberFrom(source: string): Promise<number> {
  const args = ['--expose-gc', '--input-type=module', '-e', source];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

it('is told to the garbage collector by whoever has loaded, until it closes', () => {
  using probe = Tokenizer.fromFileSync(fixturePath('word-piece'));
  /** What the collector has been told of; to announce what is announced already changes nothing. */
  const told = (): number => openNative(probe).announceMemory();
  const before = told();
  const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
  const loaded = told();
  expect(loaded - before).toBeGreaterThan(10 * MB);
  const clones = [tokenizer.clone(), Tokenizer.fromShared(tokenizer.share())];
  expect(told()).toBe(loaded);
  tokenizer.close();
  expect(told()).toBe(before);
  for (const clone of clones) clone.close();
  expect(told()).toBe(before);
});

it('is free when the last tokenizer closes, though nothing is collected', async () => {
  // A vocabulary takes more than 10 MB, so 40 of them would be 400.
  const grown = await numberFrom(`
    import { Tokenizer } from ${JSON.stringify(build)};
    const kept = [];
    const loadAndClose = () => {
      const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
      const clone = Tokenizer.fromShared(tokenizer.share());
      tokenizer.close();
      clone.close();
      kept.push(tokenizer, clone);
    };
    for (let time = 0; time < 5; time += 1) loadAndClose();
    const before = process.memoryUsage.rss();
    for (let time = 0; time < 40; time += 1) loadAndClose();
    console.log(process.memoryUsage.rss() - before);
  `);
  expect(grown).toBeLessThan(100 * MB);
});

/** What a worker thread takes that is sent this and runs that, in bytes. */
function bytesOfWorker(workerData: string, body: string): Promise<number> {
  return numberFrom(`
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    const { Tokenizer } = await import(${JSON.stringify(build)});
    const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
    await tokenizer.count('The line of a text. '.repeat(100));
    const source = ${JSON.stringify(`
      const { parentPort, workerData } = require('node:worker_threads');
      (async () => { ${body} parentPort.postMessage('ready'); parentPort.on('message', () => {}); })();
    `)};
    globalThis.gc();
    const before = process.memoryUsage.rss();
    for (let number = 0; number < ${WORKERS}; number += 1) {
      await once(new Worker(source, { eval: true, execArgv: [], workerData: ${workerData} }), 'message');
    }
    console.log((process.memoryUsage.rss() - before) / ${WORKERS});
    process.exit();
  `);
}

it('grows by less than 3 MB for each worker thread that counts with a shared tokenizer', async () => {
  const count = `
    const { Tokenizer } = await import(${JSON.stringify(build)});
    const tokenizer = globalThis.kept = Tokenizer.fromShared(workerData);
    for (let time = 0; time < 20; time += 1) await tokenizer.count('The line of a text. '.repeat(100) + time);
  `;
  const differences: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    differences.push((await bytesOfWorker('tokenizer.share()', count)) - (await bytesOfWorker('null', '')));
  }
  expect(medianOf(differences)).toBeLessThan(3 * MB);
});
