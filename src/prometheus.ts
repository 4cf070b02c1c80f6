import { describeValue, invalidArgument } from './argument-error.js';
import { TokenwellError } from './errors.js';
import { OptionReader } from './option-reader.js';
import type { SegmentCacheStats } from './segment-cache-stats.js';

/** Names and values of labels, such as `{ model: 'gpt-4o' }`. */
export type PrometheusLabels = Readonly<Record<string, string>>;

/** One of several segment caches on a page of {@link formatPrometheus}. */
export interface PrometheusSample {
  /** What `segmentCacheStats` gave; `null` for a tokenizer without a cache, which then has no lines. */
  readonly stats: SegmentCacheStats | null;
  /** What tells this cache from the others; no two may have the same labels. */
  readonly labels?: PrometheusLabels | undefined;
}

interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly field: Exclude<keyof SegmentCacheStats, 'hitRate' | 'byteHitRate'>;
}

/** Rates are left out: whoever reads the page takes them over the time they want, from the counters. */
const METRICS: readonly Metric[] = [
  { name: 'hits_total', type: 'counter', help: 'Segments found in the cache.', field: 'hits' },
  { name: 'misses_total', type: 'counter', help: 'Segments not found and tokenized.', field: 'misses' },
  { name: 'hit_bytes_total', type: 'counter', help: 'UTF-8 bytes of the segments found.', field: 'hitBytes' },
  { name: 'miss_bytes_total', type: 'counter', help: 'UTF-8 bytes of the segments not found.', field: 'missBytes' },
  { name: 'evictions_total', type: 'counter', help: 'Segments dropped to keep the budget.', field: 'evictions' },
  { name: 'entries', type: 'gauge', help: 'Segments held.', field: 'entries' },
  { name: 'bytes', type: 'gauge', help: 'Bytes held: text, ids and bookkeeping.', field: 'bytes' },
  { name: 'max_bytes', type: 'gauge', help: 'The budget in bytes.', field: 'maxBytes' },
];

const PREFIX = 'tokenwell_segment_cache_';

/** What a backslash, a double quote and a line feed are written as within a label's value. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

/** One cache, checked and ready to print. */
interface Series {
  readonly stats: SegmentCacheStats;
  /** With its braces; empty where there are no labels. */
  readonly labels: string;
}

/**
 * The stats of a segment cache in the text format of Prometheus, version 0.0.4, for an endpoint that is scraped: eight metrics named
 * `tokenwell_segment_cache_...`, counters and gauges, each with its HELP and TYPE line, and with the labels in the order given. The
 * content type to send is `text/plain; version=0.0.4; charset=utf-8`. It gives `''` for `null`, where there is no cache, and else ends with
 * a line feed, so that pages may be joined.
 *
 * The format has room for one TYPE line a metric: pages of two caches cannot be joined. Give an array for more than one cache.
 *
 * @throws `ERR_INVALID_ARGUMENT` for a label whose name is not letters, digits and `_`, begins with a digit or with `__` (which Prometheus
 * keeps for itself), for a value that is no string, and for two caches with the same labels.
 *
 * @example
 * ```ts
 * import { formatPrometheus } from 'tokenwell';
 *
 * const page = formatPrometheus(tokenizer.segmentCacheStats(), { tokenizer: 'o200k_base' });
 * console.log(page.split('\n')[2]); // tokenwell_segment_cache_hits_total{tokenizer="o200k_base"} 0
 * ```
 */
export function formatPrometheus(stats: SegmentCacheStats | null, labels?: PrometheusLabels): string;
/** The same for several caches on one page, in the order given. Clones that share a cache are one: print it once. */
export function formatPrometheus(samples: readonly PrometheusSample[]): string;
export function formatPrometheus(
  statsOrSamples: SegmentCacheStats | null | readonly PrometheusSample[],
  labels?: PrometheusLabels,
): string {
  const series = Array.isArray(statsOrSamples)
    ? seriesOfSamples(statsOrSamples, labels)
    : seriesOf(statsOrSamples, 'stats', labels, 'labels');
  return series.length === 0 ? '' : METRICS.map((metric) => block(metric, series)).join('');
}

function block({ name, type, help, field }: Metric, series: readonly Series[]): string {
  const full = `${PREFIX}${name}`;
  const lines = series.map(({ stats, labels }) => `${full}${labels} ${stats[field]}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
}

function seriesOfSamples(samples: readonly unknown[], labels: unknown): Series[] {
  if (labels !== undefined) throw invalidArgument('labels', labels, 'left out where an array is given');
  const taken = new Map<string, number>();
  return samples.flatMap((sample, index) => {
    const name = `samples[${index}]`;
    const reader = new OptionReader(name, sample ?? null, ['stats', 'labels']);
    const own = reader.value('labels');
    const series = seriesOf(reader.value('stats'), `${name}.stats`, own, `${name}.labels`);
    if (series.length > 0) refuseTwins(taken, own, index);
    return series;
  });
}

/** Two lines of the same name and labels make a page invalid. An empty value counts as no label, and the order does not count. */
function refuseTwins(taken: Map<string, number>, labels: unknown, index: number): void {
  const key = JSON.stringify(
    Object.entries(labels ?? {})
      .filter(([, value]) => value !== '')
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const twin = taken.get(key);
  taken.set(key, index);
  if (twin === undefined) return;
  const message = `samples[${index}].labels must differ from samples[${twin}].labels, but both are ${describeValue(labels)}`;
  throw new TokenwellError('ERR_INVALID_ARGUMENT', message);
}

/** Gives nothing for a tokenizer without a cache, but checks its labels all the same: a mistake should not wait for the cache. */
function seriesOf(stats: unknown, statsName: string, labels: unknown, labelsName: string): Series[] {
  const text = labelText(labels, labelsName);
  if (stats === null) return [];
  if (typeof stats !== 'object') throw invalidArgument(statsName, stats, 'what segmentCacheStats gives');
  const values = stats as SegmentCacheStats;
  for (const { field } of METRICS) {
    if (typeof values[field] !== 'number') throw invalidArgument(`${statsName}.${field}`, values[field], 'a number');
  }
  return [{ stats: values, labels: text }];
}

function labelText(labels: unknown, name: string): string {
  if (labels === undefined) return '';
  if (typeof labels !== 'object' || labels === null || Array.isArray(labels)) {
    throw invalidArgument(name, labels, 'an object');
  }
  const pairs = Object.entries(labels as Readonly<Record<string, unknown>>).map(([label, value]) => {
    if (!/^(?!__)[A-Za-z_][A-Za-z0-9_]*$/u.test(label)) throw badLabel(name, label);
    if (typeof value !== 'string') throw invalidArgument(`${name}.${label}`, value, 'a string');
    return `${label}="${value.replaceAll(/[\\"\n]/gu, (character) => ESCAPES[character] ?? character)}"`;
  });
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function badLabel(name: string, label: string): TokenwellError {
  const allowed = 'letters, digits and _, and neither a digit nor __ at the start';
  return new TokenwellError(
    'ERR_INVALID_ARGUMENT',
    `${name} has the name ${describeValue(label)}; allowed are ${allowed}`,
  );
}
