import type { SegmentCacheStats } from '../../segment-cache-stats.js';
import type { Reply } from './replay.js';
import type { ReplaySettings } from './replay-settings.js';
import type { TrafficRequest } from './traffic.js';

/** What a replay came to; `--json` prints it as it is. */
export interface ReplayReport {
  readonly requests: number;
  readonly tokens: number;
  /** UTF-8 bytes of all requests. */
  readonly textBytes: number;
  /** UTF-8 bytes that were tokenized: those of the misses, or all of them where there is no cache. */
  readonly tokenizedBytes: number;
  /** This and the next ones are sums over all caches. */
  readonly hits: number;
  readonly misses: number;
  readonly hitRate: number;
  readonly byteHitRate: number;
  readonly entries: number;
  readonly cacheBytes: number;
  readonly evictions: number;
  /** 0 where there is none. */
  readonly caches: number;
  readonly seconds: number;
  /** Half of all requests took at most this long. */
  readonly p50Ms: number;
  /** 99 of 100 requests took at most this long. */
  readonly p99Ms: number;
  /** The most memory that the process ever held: vocabulary, traffic and Node.js included. */
  readonly peakRssBytes: number;
  readonly copies: number;
  readonly clients: number;
  readonly order: ReplaySettings['order'];
  readonly cache: ReplaySettings['cache'];
}

const MIB = 1024 * 1024;

/** Adds up what the requests and the caches came to. */
export function reportOf(
  requests: readonly TrafficRequest[],
  replies: readonly Reply[],
  caches: readonly SegmentCacheStats[],
  seconds: number,
  { copies, clients, order, cache }: ReplaySettings,
): ReplayReport {
  const sum = (field: keyof SegmentCacheStats): number => sumOf(caches, (stats) => stats[field]);
  const textBytes = sumOf(requests, ({ bytes }) => bytes);
  const [hits, misses, hitBytes, missBytes] = [sum('hits'), sum('misses'), sum('hitBytes'), sum('missBytes')];
  const times = replies.map(({ milliseconds }) => milliseconds);
  times.sort((a, b) => a - b);
  return {
    requests: requests.length,
    tokens: sumOf(replies, ({ tokens }) => tokens),
    textBytes,
    tokenizedBytes: caches.length === 0 ? textBytes : missBytes,
    hits,
    misses,
    hitRate: share(hits, misses),
    byteHitRate: share(hitBytes, missBytes),
    entries: sum('entries'),
    cacheBytes: sum('bytes'),
    evictions: sum('evictions'),
    caches: caches.length,
    seconds,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    // libuv gives it in KiB on every platform.
    peakRssBytes: 1024 * process.resourceUsage().maxRSS,
    copies,
    clients,
    order,
    cache,
  };
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

function share(part: number, rest: number): number {
  return part + rest === 0 ? 0 : part / (part + rest);
}

/** The smallest of the sorted values that this many of a hundred do not exceed. */
function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0;
}

/** The report for people: what each line is, and its value with its unit. */
export function reportRows(report: ReplayReport): [string, string][] {
  const cached = report.caches > 0;
  const orNone = (value: string): string => (cached ? value : 'no cache');
  const several = report.caches > 1 ? ` in ${report.caches} caches` : '';
  return [
    ['requests', whole(report.requests)],
    ['tokens', whole(report.tokens)],
    ['text', mib(report.textBytes)],
    ['tokenized', mib(report.tokenizedBytes)],
    ['hit rate', orNone(`${report.hitRate.toFixed(4)} (${whole(report.hits)} hits, ${whole(report.misses)} misses)`)],
    ['byte hit rate', orNone(report.byteHitRate.toFixed(4))],
    ['entries', orNone(whole(report.entries))],
    ['cache', orNone(`${mib(report.cacheBytes)}${several}`)],
    ['evictions', orNone(whole(report.evictions))],
    ['time', `${report.seconds.toFixed(3)} s`],
    ['per request', `p50 ${report.p50Ms.toFixed(3)} ms, p99 ${report.p99Ms.toFixed(3)} ms`],
    ['peak RSS', mib(report.peakRssBytes)],
  ];
}

function whole(value: number): string {
  return value.toLocaleString('en');
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}
