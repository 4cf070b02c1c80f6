import { lookup } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { ServerReport } from './server-options.js';

/** How often each of the three is begun, whether or not the last one has ended: a full pool must show in each of them. */
const EVERY_MS = 10;
const NS_PER_MS = 1e6;

const file = fileURLToPath(import.meta.url);

/** Measures in a server what its other requests would feel: the turns of the event loop, and what waits for a thread of the pool. */
export class SelfMonitor {
  /** A timer of libuv of 1 ms: it needs no JavaScript, and a turn without any work counts as about 1 ms. */
  readonly #loop = monitorEventLoopDelay({ resolution: 1 });
  #timer: NodeJS.Timeout | undefined;
  #pending = new Set<Promise<void>>();
  #samples = emptySamples();
  #maxRssBeforeBytes = 0;

  /** Begins anew, without what was measured before. */
  start(): void {
    clearInterval(this.#timer);
    this.#samples = emptySamples();
    this.#maxRssBeforeBytes = maxRssBytes();
    this.#timer = setInterval(() => this.#probe(), EVERY_MS);
    this.#loop.enable();
    this.#loop.reset();
  }

  /** Ends, once all that was begun has come back, and tells. */
  async stop(): Promise<Omit<ServerReport, 'concurrency'>> {
    clearInterval(this.#timer);
    this.#loop.disable();
    const gaps = { worstGapMs: this.#loop.max / NS_PER_MS, gapP99Ms: this.#loop.percentile(99) / NS_PER_MS };
    await Promise.all(this.#pending);
    return { ...this.#samples, ...gaps, maxRssBeforeBytes: this.#maxRssBeforeBytes, maxRssBytes: maxRssBytes() };
  }

  #probe(): void {
    const { stat: stats, readFile: reads, lookup: lookups } = this.#samples;
    this.#time(stats, stat(file));
    this.#time(reads, readFile(file));
    this.#time(lookups, lookup('localhost'));
  }

  #time(samples: number[], work: Promise<unknown>): void {
    const startedMs = performance.now();
    const timed = work.then(() => void samples.push(performance.now() - startedMs));
    this.#pending.add(timed);
    void timed.finally(() => this.#pending.delete(timed));
  }
}

function maxRssBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}

function emptySamples(): { stat: number[]; readFile: number[]; lookup: number[] } {
  return { stat: [], readFile: [], lookup: [] };
}
