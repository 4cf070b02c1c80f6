// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How often each server is asked for its health. */
export const PROBE_EVERY_MS = 20;

/** The thread that probes; see `probe-thread.ts`. */
export class Prober {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async create(): Promise<Prober> {
    const module = new URL('probe-thread.ts', import.meta.url).href;
    const workerData = { module, everyMs: PROBE_EVERY_MS };
    const worker = new Worker(new URL('typescript-thread.mjs', import.meta.url), { workerData });
    await once(worker, 'message');
    return new Prober(worker);
  }

  /** Begins to probe the servers at these ports. */
  async start(ports: readonly number[]): Promise<void> {
    this.#worker.postMessage(ports);
    await once(this.#worker, 'message');
  }

  /** Ends, once all probes have been answered, and gives their milliseconds. */
  async stop(): Promise<number[]> {
    this.#worker.postMessage('stop');
    const [latencies] = (await once(this.#worker, 'message')) as [number[]];
    return latencies;
  }

  async close(): Promise<void> {
    this.#worker.postMessage('close');
    await once(this.#worker, 'exit');
  }
}
