import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../scripts/sample-chats/seeded-random.js';
import type { Arm } from './arm.js';
import { promptRow } from './prompt-order.js';
import type { Prompt, PromptMaker } from './prompts.js';
import type { Scale } from './scale.js';

/** Sends a prompt, and waits for its count. */
export type Post = (prompt: Prompt) => Promise<void>;

/** A stretch of traffic that has figures of its own. */
export interface Phase {
  readonly name: string;
  /** Prompts that are posted before anything is measured. */
  readonly ahead: readonly Prompt[];
  /** Prompts that a server may be given before anything is measured, to hold them until they are to be counted. */
  readonly known: readonly Prompt[];
  readonly send: (post: Post) => Promise<void>;
}

/** What phases are made of. */
export interface Workshop {
  readonly maker: PromptMaker;
  readonly scale: Scale;
  /** Length of a prompt of `scale.largeTokens` tokens. */
  readonly largeUnits: number;
  /** Each repeat has prompts of its own, the same for all arms. */
  readonly repeat: number;
  readonly random: SeededRandom;
}

/** Fewer than these are too few to tell anything of, however slow they are. */
const LEAST_SINGLES = 2;
/** Rows of prompts that one repeat may have. */
const ROWS_A_REPEAT = 16;

/** Nothing but probes. */
export function idlePhase(name: string, { scale }: Workshop): Phase {
  return { name, ahead: [], known: [], send: () => sleep(scale.idleMs) };
}

/** Large prompts one after the other: one count runs at any time. */
export function singlesPhase({ order }: Arm, workshop: Workshop): Phase {
  const { maker, scale, largeUnits } = workshop;
  const row = promptRow(maker, order, { units: largeUnits }, scale.singles, rowOf(workshop, 0));
  // Made before anything is measured, also those that are made for their request: making them costs a core.
  const prompts = Array.from({ length: scale.singles }, row.next);
  return { name: 'one at a time', ahead: row.ahead, known: prompts, send: (post) => postInTurn(prompts, scale, post) };
}

/** A few prompts that are longer than what is counted exactly by default, one after the other. */
export function hugePhase(workshop: Workshop): Phase {
  const { maker, scale } = workshop;
  const row = promptRow(maker, 'sequential', { units: scale.hugeUnits }, scale.hugePrompts, rowOf(workshop, 1));
  const prompts = Array.from({ length: scale.hugePrompts }, row.next);
  return { name: 'one at a time', ahead: [], known: prompts, send: (post) => postInTurn(prompts, scale, post) };
}

/** Many prompts at once, then more, then as many as before. */
export function burstPhases({ cacheFilled }: Arm, workshop: Workshop): Phase[] {
  const { maker, scale } = workshop;
  const phases = scale.bursts.map((count, index) => burstPhase(count, index, workshop));
  if (!cacheFilled) return phases;
  const row = promptRow(maker, 'created', { bytes: scale.burstBytes }, 0, rowOf(workshop, 8));
  const ahead = Array.from({ length: scale.fillingPrompts }, row.next);
  const [first, ...others] = phases;
  return first === undefined ? [] : [{ ...first, ahead }, ...others];
}

/** The largest of the bursts alone. */
export function largestBurst(workshop: Workshop): Phase {
  return burstPhase(Math.max(...workshop.scale.bursts), 0, workshop);
}

function burstPhase(count: number, index: number, workshop: Workshop): Phase {
  const { maker, scale } = workshop;
  const howMany = count * scale.burstRounds;
  const row = promptRow(maker, 'sequential', { bytes: scale.burstBytes }, howMany, rowOf(workshop, 2 + index));
  const prompts = Array.from({ length: howMany }, row.next);
  const again = scale.bursts.indexOf(count) < index ? ' again' : '';
  return {
    name: `burst of ${count}${again}`,
    ahead: [],
    known: prompts,
    send: (post) => postInRounds(prompts, count, scale, post),
  };
}

/** Sizes of prompts in mixed traffic, how often each comes, and how many there are where they come again. */
function mixOf({ largeUnits }: Workshop): { units: number; everyMs: number; poolSize: number }[] {
  return [
    { units: 1000, everyMs: 10, poolSize: 250 },
    { units: 50_000, everyMs: 100, poolSize: 25 },
    { units: largeUnits, everyMs: 1000, poolSize: 3 },
  ];
}

/** Small prompts all the time, now and then one of medium length, and once a second a large one, answered or not. */
export function mixedPhase({ order }: Arm, workshop: Workshop): Phase {
  const rows = mixOf(workshop).map(({ units, everyMs, poolSize }, index) => {
    const row = promptRow(workshop.maker, order, { units }, poolSize, rowOf(workshop, 5 + index));
    return { row, everyMs };
  });
  const send = async (post: Post): Promise<void> => {
    const posted = rows.map(({ row, everyMs }) => postAtPace(row.next, everyMs, workshop.scale.mixedMs, post));
    await Promise.all(posted);
  };
  return { name: 'mixed', ahead: rows.flatMap(({ row }) => row.ahead), known: [], send };
}

function rowOf({ repeat, random }: Workshop, row: number): { number: number; random: SeededRandom } {
  return { number: repeat * ROWS_A_REPEAT + row, random };
}

async function postInTurn(prompts: readonly Prompt[], { singlesForMs }: Scale, post: Post): Promise<void> {
  const startedMs = performance.now();
  for (const [index, prompt] of prompts.entries()) {
    if (index >= LEAST_SINGLES && performance.now() - startedMs > singlesForMs) return;
    await post(prompt);
  }
}

async function postInRounds(
  prompts: readonly Prompt[],
  count: number,
  { burstsForMs }: Scale,
  post: Post,
): Promise<void> {
  const startedMs = performance.now();
  for (let start = 0; start < prompts.length && performance.now() - startedMs < burstsForMs; start += count) {
    await Promise.all(prompts.slice(start, start + count).map(post));
  }
}

/** Posts at fixed times, and makes up for those that were missed, so that every contender is sent as much. */
async function postAtPace(next: () => Prompt, everyMs: number, forMs: number, post: Post): Promise<void> {
  const startedMs = performance.now();
  const posted: Promise<void>[] = [];
  for (let dueMs = 0; dueMs < forMs; dueMs += everyMs) {
    const earlyMs = dueMs - (performance.now() - startedMs);
    if (earlyMs > 0) await sleep(earlyMs);
    posted.push(post(next()));
  }
  await Promise.all(posted);
}
