/** What is told of many latencies; NaN where there are none. */
export interface Distribution {
  readonly samples: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** The distribution of some values, which may come in any order. */
export function distributionOf(values: readonly number[]): Distribution {
  const sorted = Float64Array.from(values).toSorted();
  const sum = sorted.reduce((total, value) => total + value, 0);
  return {
    samples: sorted.length,
    mean: sorted.length === 0 ? Number.NaN : sum / sorted.length,
    p50: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** The smallest value that at least this share of all values do not exceed: always one that was measured, never one in between. */
function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
