// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
/** A worker thread of a server that counts, with a tokenizer of its own. It is sent bodies, and answers in the order in which it is done. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadCounter } from './counter.js';
import { bodyText } from './body-text.js';
import type { ServerOptions } from './server-options.js';

const { options } = workerData as { options: ServerOptions };
const { count } = await loadCounter(options);

parentPort?.on('message', async ({ id, body }: { id: number; body: Uint8Array }) => {
  parentPort?.postMessage({ id, answer: await count(bodyText(body, options.body)) });
});
parentPort?.postMessage('ready');
