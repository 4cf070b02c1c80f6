// oxlint-disable unicorn/require-post-message-target-origin -- these are threads and no windows: there is no origin to name.
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { PoolProbe } from './pool-probe.js';
import type { PoolLatencies, ServerReport } from './server-options.js';

const NS_PER_MS = 1e6;

/** Measures in a server what its other requests would feel: the turns of the event loop, and what waits for a thread of the pool. */
export class SelfMonitor {
  /** A timer of libuv of 1 ms: it needs no JavaScript, and a turn without any work counts as about 1 ms. */
  readonly #loop = monitorEventLoopDelay({ resolution: 1 });
  readonly #onLoop = new PoolProbe();
  readonly #thread: Worker;
  #maxRssBeforeBytes = 0;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  static async create(): Promise<SelfMonitor> {
    const module = new URL('pool-thread.ts', import.meta.url).href;
    const thread = new Worker(new URL('../typescript-thread.mjs', import.meta.url), { workerData: { module } });
    await once(thread, 'message');
    return new SelfMonitor(thread);
  }

  /** Begins anew, without what was measured before. */
  start(): void {
    this.#maxRssBeforeBytes = maxRssBytes();
    this.#thread.postMessage('start');
    this.#onLoop.start();
    this.#loop.enable();
    this.#loop.reset();
  }

  /** Ends, once all that was begun has come back, and tells. */
  async stop(): Promise<Omit<ServerReport, 'concurrency'>> {
    this.#loop.disable();
    const gaps = { worstGapMs: this.#loop.max / NS_PER_MS, gapP99Ms: this.#loop.percentile(99) / NS_PER_MS };
    const rss = { maxRssBeforeBytes: this.#maxRssBeforeBytes, maxRssBytes: maxRssBytes() };
    const onLoop = await this.#onLoop.stop();
    this.#thread.postMessage('stop');
    const [ofPool] = (await once(this.#thread, 'message')) as [PoolLatencies];
    return { onLoop, ofPool, ...gaps, ...rss };
  }
}

function maxRssBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
