import { writeFile } from 'node:fs/promises';
import type { LoadOptions } from '../../load-options.js';
import type { SegmentCacheStats } from '../../segment-cache-stats.js';
import type { Tokenizer } from '../../tokenizer.js';
import type { ReplayArguments } from '../arguments.js';
import { CommandError } from '../command-error.js';
import { meaningOf, readInput } from '../input.js';
import { DEFAULT_TOKENIZER, loadTokenizer } from '../load-tokenizer.js';
import { writeLine } from '../output.js';
import { jsonLine } from '../printable.js';
import { ProgressBar } from '../progress-bar.js';
import { CHAT_ML, PLAIN } from './chat-form.js';
import { replay, type Reply } from './replay.js';
import { reportOf, reportRows } from './replay-report.js';
import type { ReplaySettings } from './replay-settings.js';
import { parseTraffic, type TrafficRequest } from './traffic.js';

/** Replays recorded traffic through copies of a tokenizer, and prints what it cost and what the cache did. Gives 0: nothing failed. */
export async function replayCommand({ settings, ...args }: ReplayArguments): Promise<number> {
  const requests = await readTraffic(args.files, settings);
  const progress = new ProgressBar(requests.length);
  try {
    const name = args.tokenizer ?? DEFAULT_TOKENIZER;
    progress.show(`loading ${name}`);
    const copies = copiesOf(await loadTokenizer(name, { segmentCache: segmentCacheOf(settings) }), settings);
    progress.show('replaying');
    const startedMs = performance.now();
    const replies = await replay(requests, copies, {
      ...settings,
      digest: settings.digests !== undefined,
      onDone: () => progress.advance(),
    });
    const seconds = (performance.now() - startedMs) / 1000;
    const report = reportOf(requests, replies, cachesOf(copies, settings), seconds, settings);
    progress.end();
    if (settings.digests !== undefined) await writeDigests(settings.digests, replies);
    if (args.json) await writeLine(jsonLine(report));
    else for (const [key, value] of reportRows(report)) await writeLine(`${key.padEnd(15)} ${value}`);
    return 0;
  } finally {
    progress.end();
  }
}

/** The requests of all files, one file after the other. */
async function readTraffic(files: readonly string[], settings: ReplaySettings): Promise<TrafficRequest[]> {
  if (files.length === 0) throw new CommandError('no TRAFFIC given (- reads the standard input)');
  const form = settings.plain ? PLAIN : CHAT_ML;
  const requests: TrafficRequest[] = [];
  for (const file of files) {
    try {
      for (const request of parseTraffic(await readInput(file), form)) requests.push(request);
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause;
      throw new CommandError(`${file}: ${cause.message}`, { cause });
    }
  }
  if (requests.length === 0) throw new CommandError(`${files.join(', ')}: no requests`);
  return requests.slice(0, settings.requests);
}

function segmentCacheOf({ cache, cacheBytes, eviction }: ReplaySettings): LoadOptions['segmentCache'] {
  // With a cache each, the copies make theirs themselves.
  return cache === 'shared' ? { maxBytes: cacheBytes, eviction } : false;
}

function copiesOf(tokenizer: Tokenizer, { copies, cache, cacheBytes, eviction }: ReplaySettings): Tokenizer[] {
  const all = [tokenizer, ...Array.from({ length: copies - 1 }, () => tokenizer.clone())];
  if (cache === 'separate') for (const copy of all) copy.enableSegmentCache({ maxBytes: cacheBytes, eviction });
  return all;
}

/** The stats of each cache once: where the copies share one, any of them tells of it. */
function cachesOf(copies: readonly Tokenizer[], { cache }: ReplaySettings): SegmentCacheStats[] {
  const asked = cache === 'separate' ? copies : copies.slice(0, 1);
  return asked.map((copy) => copy.segmentCacheStats()).filter((stats) => stats !== null);
}

/** One line a request: the number of its ids, and their digest. */
async function writeDigests(file: string, replies: readonly Reply[]): Promise<void> {
  const lines = replies.map(({ tokens, digest }) => `${tokens} ${digest}\n`);
  try {
    await writeFile(file, lines.join(''));
  } catch (cause) {
    throw new CommandError(`${file}: ${meaningOf(cause)}`, { cause });
  }
}
