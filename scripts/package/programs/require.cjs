// The twin of import.mjs by `require`, with the calls that block.
'use strict';

const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
const { Tokenizer } = require('tokenwell');

const text = readFileSync(join(__dirname, 'README.md'), 'utf8');

function countInThread(tokenizer) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(__filename, { workerData: tokenizer });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

async function main() {
  const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
  const { tokens } = tokenizer.countSync(text);
  const { ids } = tokenizer.encodeSync(text);
  const shared = tokenizer.share();
  const threads = await Promise.all([countInThread(shared), countInThread(shared)]);
  const isSame = tokenizer.decodeSync(ids) === text;
  const { hits } = tokenizer.segmentCacheStats();
  console.log(JSON.stringify({ tokens, ids: Array.from(ids), threads, isSame, wasFound: hits > 0 }));
}

if (isMainThread) {
  void main();
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread and not a window
  parentPort.postMessage(Tokenizer.fromShared(workerData).countSync(text).tokens);
}
