import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const EVERY_MS = 100;

/**
 * Memory that some processes hold together, in bytes. It is read from outside: a process whose event loop hangs could not tell. Linux
 * has it in a file; elsewhere `ps` is asked, which takes some milliseconds.
 */
export function residentBytes(pids: readonly number[]): number {
  return pids.map(process.platform === 'linux' ? fromProc : fromPs).reduce((sum, bytes) => sum + bytes, 0);
}

function fromProc(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}

function fromPs(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

/** Samples {@link residentBytes} every 100 ms. */
export class MemorySampler {
  readonly #samples: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pids: readonly number[]) {
    this.#samples.push(residentBytes(pids));
    this.#timer = setInterval(() => this.#samples.push(residentBytes(pids)), EVERY_MS);
  }

  /** Ends, and gives the samples in order. */
  stop(): number[] {
    clearInterval(this.#timer);
    return this.#samples;
  }
}
