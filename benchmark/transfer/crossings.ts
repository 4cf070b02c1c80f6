import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { medianOf } from '../median.js';
import type { Crossings } from './crossing.js';
import { type Kind, KINDS } from './inputs.js';

/** Figures of one kind of input of one size, medians over all processes. Times are milliseconds. */
export interface CrossingFigures {
  readonly kind: Kind;
  /** UTF-16 units, or bytes. */
  readonly units: number;
  readonly coldUntilReturned: number;
  readonly coldHeld: number;
  readonly untilReturned: number;
  readonly held: number;
  readonly longestTurn: number;
}

const program = fileURLToPath(new URL('crossing.ts', import.meta.url));

/** Crossings in each process after the first one. */
const REPEATED = 5;

/** Measures all kinds in all sizes, once a round in a process each, beginning with another kind each time. */
export async function measureCrossings(sizes: readonly number[], rounds: number): Promise<CrossingFigures[]> {
  const figures: CrossingFigures[] = [];
  for (const units of sizes) {
    const measured = KINDS.map((): Crossings[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (let step = 0; step < KINDS.length; step += 1) {
        const index = (round + step) % KINDS.length;
        const kind = KINDS[index];
        if (kind !== undefined) measured[index]?.push(await measureInProcess(kind, units));
      }
    }
    figures.push(...KINDS.map((kind, index) => figuresOf(kind, units, measured[index] ?? [])));
  }
  return figures;
}

async function measureInProcess(kind: Kind, units: number): Promise<Crossings> {
  const child = fork(program, [kind, String(units), String(REPEATED)], {
    execArgv: ['--import', 'tsx', '--expose-gc'],
  });
  const messages: Crossings[] = [];
  child.on('message', (message: Crossings) => messages.push(message));
  const [code] = (await once(child, 'exit')) as [number];
  const [crossings] = messages;
  if (crossings === undefined) throw new Error(`${kind}, ${units}: the process ended with code ${code}`);
  return crossings;
}

function figuresOf(kind: Kind, units: number, processes: readonly Crossings[]): CrossingFigures {
  const repeated = processes.flatMap((each) => each.repeated);
  return {
    kind,
    units,
    coldUntilReturned: medianOf(processes.map(({ cold }) => cold.untilReturned)),
    coldHeld: medianOf(processes.map(({ cold }) => cold.held)),
    untilReturned: medianOf(repeated.map(({ untilReturned }) => untilReturned)),
    held: medianOf(repeated.map(({ held }) => held)),
    longestTurn: medianOf(processes.flatMap(({ longestTurns }) => longestTurns)),
  };
}
