/**
 * The estimate of the tokens of a text from a sample of it, and its bounds.
 *
 * **Estimator.** The ratio of tokens to text in the sample, times the length of the text (the combined ratio estimator of Cochran, "Sampling Techniques",
 * 3rd edition, 6.11; the strata are sampled in proportion to their lengths, so it needs no weights).
 *
 * **Correction.** A group has some tokens more than the text has there: words that are cut at the edges of windows, prefixes, the frame. How many is
 * measured: a group that is counted in two parts, the first and the second halves of its windows, has twice as many edges, and grows by just what
 * the edges of one add. The mean growth is taken off each group. (Cutting a sample anew to measure a bias and take it off is what Quenouille's jackknife does.)
 *
 * **Variance.** There is one window a stratum, so nothing says how much windows of one stratum differ; neighbours stand in for them, as in collapsed strata
 * (Cochran, 5A.12) and Wolter's successive differences ("Introduction to Variance Estimation", 8.2). The groups of a pair take turns among the strata of one
 * stretch of the text, so they are interpenetrating half samples (Mahalanobis), and the square of their difference estimates the variance of their sum. It errs on the safe
 * side, since neighbouring strata differ by more than chance. `1 - share` is the correction for a finite population. That of the mean growth is added.
 *
 * **Bounds.** A few pairs, where the kind of text changes, can make up most of the variance; then it is known badly. Satterthwaite's degrees of freedom
 * (1946) tell how badly, and Student's t makes the bounds wider for it.
 */
import type { TokenCount } from '../token-count.js';
import type { Sample } from './sample.js';
import { studentT } from './student-t.js';

/** Least variance of the difference of two groups, in tokens: counts are whole numbers. */
const ROUNDING_VARIANCE = 0.5;

/** Estimates the tokens of a text of `chars` UTF-16 units or bytes. */
export function estimateTokens(sample: Pick<Sample, 'tokens' | 'units' | 'growth'>, chars: number): TokenCount {
  const { tokens, units } = sample;
  const growth = sample.growth();
  const sampledChars = sumOf(units);
  const meanGrowth = sumOf(growth) / growth.length;
  const ratio = Math.max(0, sumOf(tokens) - meanGrowth * tokens.length) / sampledChars;
  const errors = tokens.map((count, group) => count - meanGrowth - ratio * (units[group] ?? 0));
  const { variance, degrees } = varianceOf(errors, growth, 1 - sampledChars / chars);
  const estimate = ratio * chars;
  const margin = (studentT(degrees) * Math.sqrt(variance) * chars) / sampledChars;
  return {
    tokens: Math.round(estimate),
    estimated: true,
    low: Math.max(0, Math.floor(estimate - margin)),
    high: Math.ceil(estimate + margin),
    chars,
    sampledChars,
  };
}

interface Variance {
  /** Of the number of tokens in all groups together. */
  readonly variance: number;
  readonly degrees: number;
}

function varianceOf(errors: Float64Array, growth: readonly number[], unsampled: number): Variance {
  const ofGrowth = errors.length ** 2 * varianceOfMean(growth);
  let variance = ofGrowth;
  let squares = ofGrowth ** 2 / Math.max(1, growth.length - 1);
  for (let group = 0; group + 1 < errors.length; group += 2) {
    const difference = (errors[group] ?? 0) - (errors[group + 1] ?? 0);
    const ofPair = unsampled * difference ** 2 + ROUNDING_VARIANCE;
    variance += ofPair;
    squares += ofPair ** 2;
  }
  return { variance, degrees: variance ** 2 / squares };
}

function varianceOfMean(values: readonly number[]): number {
  const mean = sumOf(values) / values.length;
  return sumOf(values.map((value) => (value - mean) ** 2)) / (values.length * Math.max(1, values.length - 1));
}

function sumOf(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
