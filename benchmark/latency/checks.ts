import type { Figures } from './figures.js';
import type { Measured } from './measure.js';
import { MIB } from './report.js';
import type { ScenarioName } from './scenarios.js';
import type { Settings } from './settings.js';

/** One bound that the package has to keep. */
export interface Check {
  readonly name: string;
  readonly figure: number;
  readonly bound: number;
  readonly unit: string;
  readonly verdict: 'ok' | 'not' | 'not measured';
}

type Find = (arm: string, phase?: string) => Figures | undefined;

const BYTES_A_UNIT = 2;

/** The bounds that a scenario can tell about; those whose arms were not measured are left out. */
export function checksOf(measured: Measured, { scale, body }: Settings): Check[] {
  const { bursts } = scale;
  const { scenario, processes, results } = measured;
  const burst = `burst of ${Math.max(...bursts)}`;
  const find: Find = (arm, phase) =>
    results.find((result) => result.arm === arm && (phase === undefined || result.phase === phase))?.figures;
  const how = [processes === 1 ? '' : `${processes} server processes`, body === 'string' ? '' : `text as ${body}`];
  const suffix = how.filter((part) => part !== '').map((part) => ` (${part})`);
  const made = CHECKS[scenario.name]?.(find, burst) ?? [];
  if (scenario.name === 'burst' && body !== 'held') made.push(fallsBack(find, burst, bursts));
  return made.flatMap((each) => (each === undefined ? [] : [renamed(each, each.name + suffix.join(''))]));
}

function renamed(given: Check, name: string): Check {
  return { ...given, name };
}

type Checker = (find: Find, burst: string) => (Check | undefined)[];

const CHECKS: Partial<Record<ScenarioName, Checker>> = {
  single: (find) => {
    const [idle, ours] = [find('idle'), find('tokenwell')];
    return [
      ratio('one running count: probe p99 against idle', ours?.probes.p99, idle?.probes.p99, 1.5),
      ratio('one running count: probe p99 against the baseline', ours?.probes.p99, find('baseline')?.probes.p99, 1.5),
      ratio('one running count: probe p99 against pbkdf2', ours?.probes.p99, find('pbkdf2')?.probes.p99, 1.3),
      ratio('one running count: worst gap against idle', ours?.worstGap, idle?.worstGap, 1.5),
    ];
  },
  huge: (find) => {
    const sampled = find('tokenwell sampled');
    const estimated = sampled !== undefined && sampled.estimated > 0 ? 100 * sampled.largestError : undefined;
    return [check('sampled count of the huge prompt: largest error', estimated, 0.2, '%')];
  },
  burst: (find, burst) => {
    const [idle, baseline, ours] = [find('idle'), find('baseline', burst), find('tokenwell', burst)];
    const derived = find('pbkdf2', burst);
    return [
      ratio(`${burst}: probe p99 against pbkdf2`, ours?.probes.p99, derived?.probes.p99, 1.3),
      ratio(`${burst}: worst gap against pbkdf2`, ours?.worstGap, derived?.worstGap, 1.3),
      ...poolChecks(burst, ours, idle, ['pbkdf2', derived]),
      ...memoryChecks(burst, find, ['the baseline', baseline]),
      ...memoryChecks(burst, find, ['pbkdf2', derived]),
    ];
  },
  scraped: (find) => {
    const [scraped, plain] = [find('tokenwell scraped')?.counts, find('tokenwell')?.counts];
    return [
      ratio('stats scraped every 100 ms: mean of counts against none', scraped?.mean, plain?.mean, 1.1),
      ratio('stats scraped every 100 ms: p95 of counts against none', scraped?.p95, plain?.p95, 1.1),
    ];
  },
  workers: (find, burst) =>
    poolChecks(`${burst} on 4 worker threads`, find('tokenwell'), find('idle'), ['the baseline', find('baseline')]),
};

/** An arm that was measured, with a name for it. */
type Named = readonly [name: string, figures: Figures | undefined];

/**
 * What the main thread feels includes its own delays: receiving and decoding large bodies, which the baseline has as well. The pool
 * alone tells whether a thread of it was free, and the last line what was to be expected of a server under such load.
 */
function poolChecks(
  when: string,
  ours: Figures | undefined,
  idle: Figures | undefined,
  [name, like]: Named,
): (Check | undefined)[] {
  return (['stat', 'readFile'] as const).flatMap((kind) => [
    ratio(`${when}: fs.${kind} p99 against idle`, ours?.onLoop[kind].p99, idle?.onLoop[kind].p99, 3),
    ratio(`${when}: fs.${kind} p99 of the pool alone against idle`, ours?.ofPool[kind].p99, idle?.ofPool[kind].p99, 3),
    ratio(`${when}: fs.${kind} p99 against ${name}`, ours?.onLoop[kind].p99, like?.onLoop[kind].p99, 1.3),
  ]);
}

/**
 * A prompt as UTF-16 is the unit here, because that is what has to cross into native code. A request that waits for its turn holds its text:
 * so does that of pbkdf2, and that of the baseline, which never waits, does not.
 */
function memoryChecks(burst: string, find: Find, [name, like]: Named): (Check | undefined)[] {
  return (['tokenwell', 'tokenwell without cache', 'tokenwell with full cache'] as const).map((one) => {
    const ours = find(one, burst);
    if (ours === undefined || like === undefined) return undefined;
    const bound = (8 * BYTES_A_UNIT * ours.longestUnits) / MIB;
    const more = (ours.memory.growth - like.memory.growth) / MIB;
    return check(`${burst}: peak RSS of ${one} grows by more than ${name}'s`, more, bound, 'MiB');
  });
}

/** A server that has been given the texts of each burst to hold goes on holding them, so nothing could be told of it. */
function fallsBack(find: Find, burst: string, bursts: readonly number[]): Check | undefined {
  const [largest, last] = [find('tokenwell', burst), find('tokenwell', `burst of ${bursts.at(-1)} again`)];
  return ratio(
    'memory falls back: RSS held after the last burst against the peak of the largest',
    last?.memory.held,
    largest?.memory.peak,
    1,
  );
}

function ratio(name: string, value: number | undefined, base: number | undefined, bound: number): Check | undefined {
  return value === undefined || base === undefined ? undefined : check(name, value / base, bound, 'x');
}

function check(name: string, figure: number | undefined, bound: number, unit: string): Check | undefined {
  if (figure === undefined) return undefined;
  // A phase may be over before the first probe.
  const verdict = Number.isNaN(figure) ? 'not measured' : figure <= bound ? 'ok' : 'not';
  return { name, figure, bound, unit, verdict };
}

/** Prints a line for each bound. */
export function printChecks(checks: readonly Check[]): void {
  for (const { name, figure, bound, unit, verdict } of checks) {
    const value = verdict === 'not measured' ? '' : `${figure.toFixed(2)} ${unit} `;
    console.log(`${verdict.padEnd(12)}  ${name}: ${value}(at most ${bound.toFixed(2)} ${unit})`);
  }
}
