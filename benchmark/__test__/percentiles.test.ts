import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../__test__/mixed-text.js';
import { distributionOf } from '../latency/percentiles.js';

/** The slow way: the first value in order that so large a share of all values does not exceed. */
function slowQuantile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted.find((value) => values.filter((each) => each <= value).length >= share * values.length);
}

it('tells percentiles that were measured', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 300 }), (values) => {
      const { p50, p90, p95, p99, max, samples } = distributionOf(values);
      const expected = [0.5, 0.9, 0.95, 0.99, 1].map((share) => slowQuantile(values, share));
      expect([p50, p90, p95, p99, max]).toEqual(expected);
      expect(samples).toBe(values.length);
    }),
    propertyRuns(300),
  );
});

it('sorts by size and not by digits', () => {
  expect(distributionOf([100, 9, 20]).p50).toBe(20);
});

it('has no figures for nothing', () => {
  expect(distributionOf([])).toMatchObject({ samples: 0, p50: Number.NaN, mean: Number.NaN, max: Number.NaN });
});
