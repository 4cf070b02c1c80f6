/** How much is measured. */
export interface Scale {
  readonly idleMs: number;
  /** Prompts that are posted one after the other, each when the last one has been answered. */
  readonly singles: number;
  /** No further one is posted after this long, unless there were too few. */
  readonly singlesForMs: number;
  readonly largeTokens: number;
  readonly hugeUnits: number;
  readonly hugePrompts: number;
  readonly bursts: readonly number[];
  /** How often each burst comes, the next one when the last one has been answered: one alone is over before there were many probes. */
  readonly burstRounds: number;
  /** No further one is posted after this long. */
  readonly burstsForMs: number;
  readonly burstBytes: number;
  /** As many prompts of a burst's size as surely fill a segment cache of the default budget: each takes more of it than its text. */
  readonly fillingPrompts: number;
  readonly mixedMs: number;
  /** How long memory is given to fall before it is read again. */
  readonly settleMs: number;
}

/** What figures are taken at. */
export const FULL: Scale = {
  idleMs: 3000,
  singles: 60,
  singlesForMs: 8000,
  largeTokens: 600_000,
  hugeUnits: 4_600_000,
  hugePrompts: 4,
  bursts: [8, 16, 8],
  burstRounds: 4,
  burstsForMs: 3000,
  burstBytes: 2_000_000,
  fillingPrompts: 34,
  mixedMs: 5000,
  settleMs: 1000,
};

/** Small enough to see in about a minute that everything runs; its figures say nothing. */
export const QUICK: Scale = {
  idleMs: 200,
  singles: 2,
  singlesForMs: 1000,
  largeTokens: 10_000,
  hugeUnits: 200_000,
  hugePrompts: 1,
  bursts: [2, 4, 2],
  burstRounds: 2,
  burstsForMs: 1000,
  burstBytes: 50_000,
  fillingPrompts: 4,
  mixedMs: 300,
  settleMs: 50,
};

/** A text of so many units is sampled in the scenario of the huge prompt, and counted exactly elsewhere: the default cap of the package at full scale. */
export function samplingCap({ hugeUnits }: Scale): number {
  return Math.round((hugeUnits * 4_000_000) / FULL.hugeUnits);
}
