// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TextRequest } from './held-texts.js';
import type { CountAnswer, ServerOptions } from './server-options.js';

/** Worker threads that count. Texts are dealt out in turn, as a server does that knows nothing of their length; a thread counts what it holds itself. */
export class CountingThreads {
  readonly #workers: readonly Worker[];
  readonly #waiting = new Map<number, (answer: CountAnswer | null) => void>();
  /** The number of the thread that holds the text of a path. */
  readonly #holders = new Map<string, number>();
  #lastId = 0;
  #lastDealt = 0;

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
    for (const worker of workers) {
      worker.on('message', ({ id, answer }: { id: number; answer: CountAnswer | null }) => {
        this.#waiting.get(id)?.(answer);
        this.#waiting.delete(id);
      });
    }
  }

  static async start(options: ServerOptions): Promise<CountingThreads> {
    const workers = Array.from({ length: options.workers }, () => {
      const module = new URL('counting-thread.ts', import.meta.url).href;
      return new Worker(new URL('../typescript-thread.mjs', import.meta.url), { workerData: { module, options } });
    });
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new CountingThreads(workers);
  }

  answer({ path, body }: TextRequest): Promise<CountAnswer | null> {
    const holder = path === undefined ? undefined : this.#holders.get(path);
    const number = holder ?? this.#lastDealt++ % this.#workers.length;
    if (path !== undefined) this.#holders.set(path, number);
    const id = ++this.#lastId;
    // A copy with a buffer of its own: the buffers of Node.js may share one, which could not be transferred.
    const bytes = body && new Uint8Array(body);
    this.#workers[number]?.postMessage({ id, request: { path, body: bytes } }, bytes ? [bytes.buffer] : []);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
