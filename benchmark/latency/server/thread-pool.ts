// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CountAnswer, ServerOptions } from './server-options.js';

/** Worker threads that count. Bodies are dealt out in turn, as a server does that knows nothing of their length. */
export async function startThreads(options: ServerOptions): Promise<(body: Buffer) => Promise<CountAnswer>> {
  const workers = Array.from({ length: options.workers }, () => {
    const module = new URL('counting-thread.ts', import.meta.url).href;
    return new Worker(new URL('../typescript-thread.mjs', import.meta.url), { workerData: { module, options } });
  });
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const waiting = new Map<number, (answer: CountAnswer) => void>();
  for (const worker of workers) {
    worker.on('message', ({ id, answer }: { id: number; answer: CountAnswer }) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
  }
  let next = 0;
  return (body) => {
    const id = next++;
    // A copy with a buffer of its own: the buffers of Node.js may share one, which could not be transferred.
    const bytes = new Uint8Array(body);
    workers[id % workers.length]?.postMessage({ id, body: bytes }, [bytes.buffer]);
    return new Promise((resolve) => waiting.set(id, resolve));
  };
}
