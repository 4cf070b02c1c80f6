import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPrometheus, type PrometheusLabels, type SegmentCacheStats, Tokenizer } from '../index.js';
import { expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { propertyRuns } from './mixed-text.js';
import { parsePrometheus } from './prometheus-parser.js';

/** Every metric by its name on the page, with its type and the number that it shows. */
const METRICS: readonly (readonly [name: string, type: string, field: keyof SegmentCacheStats])[] = [
  ['tokenwell_segment_cache_hits_total', 'counter', 'hits'],
  ['tokenwell_segment_cache_misses_total', 'counter', 'misses'],
  ['tokenwell_segment_cache_hit_bytes_total', 'counter', 'hitBytes'],
  ['tokenwell_segment_cache_miss_bytes_total', 'counter', 'missBytes'],
  ['tokenwell_segment_cache_evictions_total', 'counter', 'evictions'],
  ['tokenwell_segment_cache_entries', 'gauge', 'entries'],
  ['tokenwell_segment_cache_bytes', 'gauge', 'bytes'],
  ['tokenwell_segment_cache_max_bytes', 'gauge', 'maxBytes'],
];

const STATS: SegmentCacheStats = {
  hits: 3238,
  misses: 42,
  hitBytes: 700_000,
  missBytes: 5000,
  entries: 41,
  bytes: 9729,
  maxBytes: 67_108_864,
  evictions: 1,
  hitRate: 3238 / 3280,
  byteHitRate: 700 / 705,
};

it('writes a page of the text format', () => {
  expect(formatPrometheus(STATS, { tokenizer: 'qwen3', pod: 'a-1' }).split('\n').slice(0, 6)).toEqual([
    '# HELP tokenwell_segment_cache_hits_total Segments found in the cache.',
    '# TYPE tokenwell_segment_cache_hits_total counter',
    'tokenwell_segment_cache_hits_total{tokenizer="qwen3",pod="a-1"} 3238',
    '# HELP tokenwell_segment_cache_misses_total Segments not found and tokenized.',
    '# TYPE tokenwell_segment_cache_misses_total counter',
    'tokenwell_segment_cache_misses_total{tokenizer="qwen3",pod="a-1"} 42',
  ]);
});

it('writes no braces where there are no labels', () => {
  expect(formatPrometheus(STATS)).toContain('\ntokenwell_segment_cache_entries 41\n');
  expect(formatPrometheus(STATS, {})).toBe(formatPrometheus(STATS));
});

it('writes nothing where there is no cache', () => {
  expect(formatPrometheus(null)).toBe('');
  expect(formatPrometheus(null, { tokenizer: 'a' })).toBe('');
  expect(formatPrometheus([])).toBe('');
  expect(formatPrometheus([{ stats: null }, { stats: null }])).toBe('');
});

it('takes what segmentCacheStats gives', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
  tokenizer.encodeSync('The tokens');
  tokenizer.encodeSync('The tokens');
  const metrics = parsePrometheus(formatPrometheus(tokenizer.segmentCacheStats()));
  expect(metrics.get('tokenwell_segment_cache_hits_total')?.samples).toEqual([{ labels: [], value: 1 }]);
  tokenizer.disableSegmentCache();
  expect(formatPrometheus(tokenizer.segmentCacheStats())).toBe('');
});

const labelName = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,12}$/u).filter((name) => !name.startsWith('__'));

const labelValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc
    .array(fc.constantFrom('\\', '"', '\n', 'n', '=', ',', '{', '}', ' ', '\r', '\u2028'), { maxLength: 12 })
    .map((parts) => parts.join('')),
);

const labels: fc.Arbitrary<PrometheusLabels> = fc
  .uniqueArray(fc.tuple(labelName, labelValue), { maxLength: 4, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs));

const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });

const stats: fc.Arbitrary<SegmentCacheStats> = fc.record({
  hits: count,
  misses: count,
  hitBytes: count,
  missBytes: count,
  entries: count,
  bytes: count,
  maxBytes: count,
  evictions: count,
  hitRate: fc.constant(0.5),
  byteHitRate: fc.constant(0.5),
});

it('comes back whole when it is parsed, whatever the labels hold', () => {
  fc.assert(
    fc.property(stats, labels, (given, own) => {
      const metrics = parsePrometheus(formatPrometheus(given, own));
      expect([...metrics.keys()]).toEqual(METRICS.map(([name]) => name));
      for (const [name, type, field] of METRICS) {
        const metric = metrics.get(name);
        expect(metric?.type).toBe(type);
        expect(metric?.samples).toEqual([{ labels: Object.entries(own), value: given[field] }]);
      }
    }),
    propertyRuns(300),
  );
});

it('shows several caches on one page, with one TYPE line a metric', () => {
  const samples = fc.uniqueArray(fc.record({ stats: fc.option(stats), labels }), {
    maxLength: 5,
    selector: (sample) =>
      JSON.stringify(
        Object.entries(sample.labels)
          .filter(([, value]) => value !== '')
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
  });
  fc.assert(
    fc.property(samples, (given) => {
      const metrics = parsePrometheus(formatPrometheus(given));
      const cached = given.filter((sample) => sample.stats !== null);
      expect(metrics.size).toBe(cached.length === 0 ? 0 : METRICS.length);
      for (const [name, , field] of cached.length === 0 ? [] : METRICS) {
        const expected = cached.map((sample) => ({
          labels: Object.entries(sample.labels),
          value: sample.stats?.[field],
        }));
        expect(metrics.get(name)?.samples).toEqual(expected);
      }
    }),
    propertyRuns(200),
  );
});

describe('refuses', () => {
  it.each(['', '1st', 'a-b', 'a b', 'ä', '__name__', '__x', 'a:b', 'a\n', '\u0130'])('the label name %j', (name) => {
    expectThrow(() => formatPrometheus(STATS, { [name]: 'x' }), 'ERR_INVALID_ARGUMENT', /^labels has the name '/u);
    expectThrow(() => formatPrometheus(null, { [name]: 'x' }), 'ERR_INVALID_ARGUMENT', /^labels has the name '/u);
    const samples = [{ stats: STATS }, { stats: STATS, labels: { [name]: 'x' } }];
    expectThrow(() => formatPrometheus(samples), 'ERR_INVALID_ARGUMENT', /^samples\[1\]\.labels has the name '/u);
  });

  it.each<[unknown, unknown, RegExp]>([
    [STATS, { pod: 7 }, /^labels\.pod must be a string, but is 7$/u],
    [STATS, null, /^labels must be an object, but is null$/u],
    [STATS, ['a'], /^labels must be an object, but is \[ 'a' \]$/u],
    [undefined, undefined, /^stats must be what segmentCacheStats gives, but is undefined$/u],
    [{}, undefined, /^stats\.hits must be a number, but is undefined$/u],
    [{ ...STATS, bytes: '1' }, undefined, /^stats\.bytes must be a number, but is '1'$/u],
    [[null], undefined, /^samples\[0\] must be an object, but is null$/u],
    [[{}], undefined, /^samples\[0\]\.stats must be what segmentCacheStats gives, but is undefined$/u],
    [[{ stats: STATS, label: {} }], undefined, /^samples\[0\] has no option 'label'; it knows stats, labels$/u],
    [[{ stats: STATS }], {}, /^labels must be left out where an array is given, but is \{\}$/u],
  ])('%o with labels %o', (given, own, message) => {
    const format = (): string => formatPrometheus(given as SegmentCacheStats, own as PrometheusLabels);
    expectThrow(format, 'ERR_INVALID_ARGUMENT', message);
  });

  it('two caches with the same labels, in whatever order, an empty value being none', () => {
    const twins = (one: PrometheusLabels, other: PrometheusLabels): string =>
      formatPrometheus([
        { stats: STATS, labels: { pod: 'other' } },
        { stats: STATS, labels: one },
        { stats: STATS, labels: other },
      ]);
    const message = /^samples\[2\]\.labels must differ from samples\[1\]\.labels/u;
    expectThrow(() => twins({}, {}), 'ERR_INVALID_ARGUMENT', message);
    expectThrow(() => twins({ a: '1', b: '2' }, { b: '2', a: '1' }), 'ERR_INVALID_ARGUMENT', message);
    expectThrow(() => twins({ a: '1', b: '' }, { a: '1' }), 'ERR_INVALID_ARGUMENT', message);
    expect(twins({ a: '1' }, { a: '2' })).not.toBe('');
  });
});
