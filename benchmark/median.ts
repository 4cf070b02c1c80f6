/** The middle value, or the mean of the two in the middle; NaN for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values];
  sorted.sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
