/** The common way to estimate: windows in the middles of equal strata, each counted by itself. */
import type { WindowCounts } from './counter.js';
import type { Estimate } from './variants.js';

/** Most text that crosses at once, in UTF-16 units. */
const TASK_UNITS = 1_000_000;

/** Standard errors on each side of an estimate, as many as the package takes where it knows the error well. */
const STANDARD_ERRORS = 2.326;

type CountWindows = (windows: string[]) => Promise<WindowCounts>;

/** How windows are put together: all tokens through all text, or the mean of the windows' own rates. */
export type Ratio = 'combined' | 'separate';

/** Estimates from `windows` plain windows that make up `sampleUnits`. */
export async function estimatePlainly(
  text: string,
  sampleUnits: number,
  windows: number,
  countWindows: CountWindows,
  ratio: Ratio,
): Promise<Estimate> {
  const rates: number[] = [];
  const [length, stride] = [Math.floor(sampleUnits / windows), text.length / windows];
  const windowsPerTask = Math.max(1, Math.floor(TASK_UNITS / length));
  let [tokens, units] = [0, 0];
  for (let first = 0; first < windows; first += windowsPerTask) {
    const task: string[] = [];
    for (let window = first; window < Math.min(windows, first + windowsPerTask); window += 1) {
      const start = Math.floor(window * stride + (stride - length) / 2);
      task.push(text.slice(start, start + length));
    }
    const counts = await countWindows(task);
    for (let window = 0; window < task.length; window += 1) {
      const [ofTokens, ofUnits] = [counts.tokens[window] ?? 0, counts.units[window] ?? 0];
      tokens += ofTokens;
      units += ofUnits;
      if (ofUnits > 0) rates.push(ofTokens / ofUnits);
    }
  }
  const rate = ratio === 'combined' ? tokens / units : meanOf(rates);
  const margin = STANDARD_ERRORS * standardError(rates, 1 - sampleUnits / text.length) * text.length;
  return { tokens: rate * text.length, low: rate * text.length - margin, high: rate * text.length + margin };
}

/** That of the mean, from the successive differences of neighbours. */
function standardError(rates: readonly number[], unsampled: number): number {
  const squares = rates.slice(1).map((rate, index) => (rate - (rates[index] ?? 0)) ** 2);
  return Math.sqrt((unsampled * meanOf(squares)) / 2 / rates.length);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
