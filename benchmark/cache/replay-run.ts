import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** What `tokenwell replay --json` prints; its fields are described in `docs/cli.md`. */
export interface ReplayFigures {
  readonly requests: number;
  readonly tokens: number;
  readonly textBytes: number;
  readonly tokenizedBytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly hitRate: number;
  readonly byteHitRate: number;
  readonly entries: number;
  readonly cacheBytes: number;
  readonly evictions: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly peakRssBytes: number;
}

const command = fileURLToPath(new URL('../../dist/esm/src/cli/main.js', import.meta.url));

/**
 * Replays in a process of its own: only so is the peak of memory that of one mode, and no mode finds what another one has warmed up.
 */
export async function runReplay(args: readonly string[]): Promise<ReplayFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'replay', '--json', ...args]);
  return JSON.parse(stdout) as ReplayFigures;
}
