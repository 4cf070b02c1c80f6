/**
 * How many standard errors on both sides hold the true value 49 times in 50, where the standard error itself is known with so many degrees of freedom:
 * the quantile of Student's t at 0.99.
 *
 * The series in 1 / degrees is that of Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5. It is right to 1% from 4 degrees up, and too small
 * below 3, where so little is known that no factor is honest; degrees count as 3 there.
 */
export function studentT(degrees: number): number {
  const NORMAL = 2.326_35;
  const FEWEST_DEGREES = 3;
  const inverse = 1 / Math.max(FEWEST_DEGREES, degrees);
  const [z, z3, z5, z7] = [NORMAL, NORMAL ** 3, NORMAL ** 5, NORMAL ** 7];
  const terms = [z, (z3 + z) / 4, (5 * z5 + 16 * z3 + 3 * z) / 96, (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384];
  return terms.reduceRight((sum, term) => sum * inverse + term, 0);
}
