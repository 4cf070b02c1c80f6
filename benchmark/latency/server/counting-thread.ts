// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
/** A worker thread of a server that counts, with a tokenizer of its own. It is sent texts, or the paths of texts that it holds, and answers in the order in which it is done. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadCounter } from './counter.js';
import { HeldTexts, type TextRequest } from './held-texts.js';
import type { ServerOptions } from './server-options.js';

const { options } = workerData as { options: ServerOptions };
const texts = new HeldTexts(await loadCounter(options), options);

parentPort?.on('message', async ({ id, request }: { id: number; request: TextRequest }) => {
  parentPort?.postMessage({ id, answer: await texts.answer(request) });
});
parentPort?.postMessage('ready');
