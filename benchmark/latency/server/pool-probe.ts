import { lookup } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PoolLatencies } from './server-options.js';

/** How often each of the three is begun, whether or not the last one has ended: a full pool must show in each of them. */
const EVERY_MS = 10;

const file = fileURLToPath(import.meta.url);

/** Does from time to time what needs a thread of libuv's pool, of which a process has one. */
export class PoolProbe {
  #timer: NodeJS.Timeout | undefined;
  readonly #pending = new Set<Promise<void>>();
  #latencies = none();

  /** Begins anew, without what was measured before. */
  start(): void {
    clearInterval(this.#timer);
    this.#latencies = none();
    this.#timer = setInterval(() => this.#probe(), EVERY_MS);
  }

  /** Ends, once all that was begun has come back, and tells. */
  async stop(): Promise<PoolLatencies> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    return this.#latencies;
  }

  #probe(): void {
    this.#time(this.#latencies.stat, stat(file));
    this.#time(this.#latencies.readFile, readFile(file));
    this.#time(this.#latencies.lookup, lookup('localhost'));
  }

  #time(latencies: number[], work: Promise<unknown>): void {
    const startedMs = performance.now();
    const timed = work.then(() => void latencies.push(performance.now() - startedMs));
    this.#pending.add(timed);
    void timed.finally(() => this.#pending.delete(timed));
  }
}

function none(): { stat: number[]; readFile: number[]; lookup: number[] } {
  return { stat: [], readFile: [], lookup: [] };
}
