// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
/** A thread of examples/worker-threads.ts: it claims the tokenizer once, and answers each message with its count. */
import { parentPort, workerData } from 'node:worker_threads';
import { Tokenizer } from 'tokenwell';

const tokenizer = Tokenizer.fromShared(workerData);

parentPort.on('message', async ({ id, text }) => {
  const { tokens } = await tokenizer.count(text);
  parentPort.postMessage({ id, tokens });
});
