/**
 * Where the windows of a text stand.
 *
 * The text is cut into as many strata as there are windows, and each window lies somewhere in its stratum. Strata have unequal lengths, and a window
 * the same share of each: with strata of one length a text that repeats itself with their period would show the same part of its period in
 * every window. Here the phase drifts, so that windows see all of it.
 */
import { jitter } from './jitter.js';

/**
 * Mean length of a window in UTF-16 units or bytes, if there is room for enough of them. Errors fall with the number of windows and hardly with their
 * length, and each window costs the JavaScript thread a microsecond or two; `docs/sampling.md` has what other lengths are worth.
 */
const WINDOW_UNITS = 480;

/** The mean length of windows where there is room for the fewest only. */
const LEAST_WINDOW_UNITS = 64;

/** Most windows that cross as one text: each text costs native code some microseconds, whatever its length. */
const MOST_WINDOWS_PER_GROUP = 16;

/** With fewer pairs of groups, how far the two of a pair differ says too little about the error. */
const FEWEST_PAIRS = 8;

/** Every so many pairs, one is counted again in halves, if there are enough. */
const MOST_PAIRS_PER_RECOUNT = 16;

/** The shortest stratum in relation to the mean one; the longest is as much longer. */
const SHORTEST_STRATUM = 0.5;

/** How far an edge of a window moves at most to find a word border. */
const LONGEST_REACH_UNITS = 128;

/** A shorter text is never estimated, and a smaller sample is never taken: it would say next to nothing. In UTF-16 units or bytes. */
export const LEAST_SAMPLE_UNITS: number = 2 * FEWEST_PAIRS * 2 * LEAST_WINDOW_UNITS;

/** Windows in order; number `2 k` and number `2 k + 1` are in the two groups of a pair. */
export interface WindowPlan {
  /** Where each window starts, before its edges move to borders. */
  readonly starts: Float64Array;
  /** Where each window ends. */
  readonly ends: Float64Array;
  readonly pairs: number;
  readonly windowsPerGroup: number;
  /** Of so many pairs one is counted a second time, in halves. */
  readonly pairsPerRecount: number;
  /** How far an edge may move forward: less than the shortest window is long, so that none ends up empty. */
  readonly reachUnits: number;
}

/**
 * Plans the windows of a longer text of `chars` UTF-16 units or bytes, which with what is counted twice make up `sampleUnits`. `windowUnits` is for measuring what other
 * lengths are worth.
 */
export function planWindows(chars: number, sampleUnits: number, windowUnits: number = WINDOW_UNITS): WindowPlan {
  const pairs = Math.max(FEWEST_PAIRS, Math.floor(sampleUnits / (2 * MOST_WINDOWS_PER_GROUP * windowUnits)));
  const pairsPerRecount = Math.min(MOST_PAIRS_PER_RECOUNT, Math.floor(pairs / FEWEST_PAIRS));
  const windowedUnits = (sampleUnits * pairsPerRecount) / (pairsPerRecount + 1);
  const fitting = Math.floor(windowedUnits / (2 * pairs * LEAST_WINDOW_UNITS));
  const windowsPerGroup = Math.min(MOST_WINDOWS_PER_GROUP, Math.max(1, fitting));
  const windows = 2 * pairs * windowsPerGroup;
  const shortest = Math.floor((SHORTEST_STRATUM * windowedUnits) / windows) - 1;
  return {
    ...placeWindows(chars, windows, windowedUnits / chars),
    pairs,
    windowsPerGroup,
    pairsPerRecount,
    reachUnits: Math.min(LONGEST_REACH_UNITS, shortest),
  };
}

/** Puts a window of the share given at a random place of each stratum. */
function placeWindows(chars: number, windows: number, share: number): Pick<WindowPlan, 'starts' | 'ends'> {
  const random = jitter(chars);
  const lengths = Float64Array.from(
    { length: windows },
    () => SHORTEST_STRATUM + random() * 2 * (1 - SHORTEST_STRATUM),
  );
  const scale = chars / lengths.reduce((sum, length) => sum + length, 0);
  const [starts, ends] = [new Float64Array(windows), new Float64Array(windows)];
  let stratum = 0;
  for (const [index, length] of lengths.entries()) {
    const start = stratum + random() * length * scale * (1 - share);
    starts[index] = Math.floor(start);
    ends[index] = Math.min(chars, Math.floor(start + length * scale * share));
    stratum += length * scale;
  }
  return { starts, ends };
}
