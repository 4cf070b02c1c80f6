import { seededRandom } from '../../scripts/sample-chats/seeded-random.js';
import { type Arm, isPeer } from './arm.js';
import type { Calibration } from './calibration.js';
import type { ExactCounts } from './exact-counts.js';
import { type CheckedSamples, checkCounts, type Figures, mergeRuns } from './figures.js';
import { groupedBy } from '../groups.js';
import type { Workshop } from './phase.js';
import type { Prober } from './prober.js';
import type { PromptMaker } from './prompts.js';
import { runOnce, type RunSettings } from './run.js';
import { samplingCap } from './scale.js';
import type { Scenario } from './scenarios.js';
import type { Settings } from './settings.js';

/** What everything is measured with. */
export interface Bench {
  readonly settings: Settings;
  readonly calibration: Calibration;
  readonly maker: PromptMaker;
  readonly exact: ExactCounts;
  readonly prober: Prober;
  /** The vocabulary as a file. */
  readonly tokenizerJson: string;
}

/** One arm in one phase. */
export interface Result {
  readonly arm: string;
  readonly phase: string;
  readonly figures: Figures;
  readonly runs: readonly CheckedSamples[];
}

/** A scenario that has been measured. */
export interface Measured {
  readonly scenario: Scenario;
  readonly processes: number;
  readonly results: readonly Result[];
}

/** The arms that were asked for, in the order in which they were: the first is what the others are compared with. */
export function chosenArms(scenario: Scenario, { arms: names, quick }: Settings): Scenario {
  if (names.length === 0) return quick && scenario.name !== 'single' ? withoutPeers(scenario) : scenario;
  const arms = names.map((name) => {
    const found = scenario.arms.find((each) => each.name === name);
    if (found !== undefined) return found;
    const known = scenario.arms.map((each) => each.name).join(', ');
    throw new Error(`--arms: --${scenario.name} has no '${name}'; it has ${known}`);
  });
  return { ...scenario, arms, reference: names[0] ?? scenario.reference };
}

/** Starting a server with another package takes a second or two: to see that they run, once is enough. */
function withoutPeers(scenario: Scenario): Scenario {
  return { ...scenario, arms: scenario.arms.filter((each) => !isPeer(each)) };
}

/** Measures all arms once a repeat, beginning with another one each time, so that a slow moment of the machine falls on all of them. */
export async function measureScenario(scenario: Scenario, processes: number, bench: Bench): Promise<Measured> {
  const { settings, maker } = bench;
  const samples = scenario.arms.map((): CheckedSamples[] => []);
  for (let repeat = 0; repeat < settings.repeats; repeat += 1) {
    for (let turn = 0; turn < scenario.arms.length; turn += 1) {
      const index = (repeat + turn) % scenario.arms.length;
      const arm = scenario.arms[index];
      if (arm === undefined || (isPeer(arm) && repeat >= settings.peerRepeats)) continue;
      samples[index]?.push(...(await measureArm(scenario, arm, repeat, processes, bench)));
    }
    maker.forget();
  }
  const results = scenario.arms.flatMap(({ name }, index) => resultsOf(name, samples[index] ?? []));
  return { scenario, processes, results };
}

async function measureArm(
  { phases }: Scenario,
  arm: Arm,
  repeat: number,
  processes: number,
  bench: Bench,
): Promise<CheckedSamples[]> {
  const { settings, calibration, maker, exact, prober } = bench;
  const { scale } = settings;
  const workshop: Workshop = {
    maker,
    scale,
    largeUnits: calibration.largeUnits,
    repeat,
    random: seededRandom(repeat),
  };
  const samples = await runOnce(runSettings(arm, processes, bench), phases(arm, workshop), workshop, prober);
  const checked: CheckedSamples[] = [];
  for (const phase of samples) checked.push(await checkCounts(phase, exact));
  return checked;
}

/** How the servers of an arm are started. */
export function runSettings(arm: Arm, processes: number, bench: Bench): RunSettings {
  const { settings, calibration, tokenizerJson } = bench;
  return {
    server: {
      contender: arm.contender,
      body: settings.body,
      workers: arm.workers,
      maxExactChars: arm.sampled ? samplingCap(settings.scale) : null,
      concurrency: settings.concurrency,
      segmentCache: arm.segmentCache,
      tokenizerJson,
      iterationsPerUnit: calibration.iterationsPerUnit,
    },
    processes,
    poolSize: settings.poolSize,
    warmUp: settings.warmUp,
    scraped: arm.scraped,
  };
}

function resultsOf(arm: string, samples: readonly CheckedSamples[]): Result[] {
  return [...groupedBy(samples, ({ phase }) => phase)].map(([phase, runs]) => ({
    arm,
    phase,
    figures: mergeRuns(runs),
    runs,
  }));
}
