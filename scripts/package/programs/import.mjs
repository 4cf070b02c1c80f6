// Run in a folder where the packages are installed: counts, encodes and decodes, by itself and in two worker threads on one shared tokenizer.
import { readFileSync } from 'node:fs';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from 'tokenwell';

const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');

function countInThread(tokenizer) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: tokenizer });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

if (isMainThread) {
  const tokenizer = await Tokenizer.fromEncoding('o200k_base');
  const { tokens } = await tokenizer.count(text);
  const { ids } = await tokenizer.encode(text);
  const shared = tokenizer.share();
  const threads = await Promise.all([countInThread(shared), countInThread(shared)]);
  const isSame = (await tokenizer.decode(ids)) === text;
  const { hits } = tokenizer.segmentCacheStats();
  console.log(JSON.stringify({ tokens, ids: Array.from(ids), threads, isSame, wasFound: hits > 0 }));
} else {
  const { tokens } = await Tokenizer.fromShared(workerData).count(text);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread and not a window
  parentPort.postMessage(tokens);
}
