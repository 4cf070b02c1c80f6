import type { SeededRandom } from '../../scripts/sample-chats/seeded-random.js';
import type { Prompt, PromptMaker, PromptSize } from './prompts.js';

/**
 * Which prompt comes next, which decides what a cache can find:
 *
 * - `same`: one prompt again and again, posted once before the measurement: seen before.
 * - `sequential`: all prompts of a pool, one after the other, and then again from the first.
 * - `random`: any prompt of that pool, seen before or not.
 * - `created`: each made for its request: never seen.
 */
export const PROMPT_ORDERS = ['same', 'sequential', 'random', 'created'] as const;

/** One of these. */
export type PromptOrder = (typeof PROMPT_ORDERS)[number];

/** A row of prompts of one size. */
export interface PromptRow {
  /** The next one. */
  readonly next: () => Prompt;
  /** What is to be posted before measuring. */
  readonly ahead: readonly Prompt[];
}

/** Seeds of the prompts of one row lie between this and the next row's. */
const SEEDS_A_ROW = 1_000_000;

/**
 * A row in the order asked for. Rows of different numbers share no prompt; the same number gives the same row again, so that
 * contenders are given the same work.
 */
export function promptRow(
  maker: PromptMaker,
  order: PromptOrder,
  size: PromptSize,
  poolSize: number,
  row: { readonly number: number; readonly random: SeededRandom },
): PromptRow {
  const first = row.number * SEEDS_A_ROW;
  const pooled = (index: number): Prompt => maker.keep(first + index, size);
  // What is not made for its request is made before anything is measured.
  const kept = { same: 1, sequential: poolSize, random: poolSize, created: 0 }[order];
  for (let index = 0; index < kept; index += 1) pooled(index);
  let count = 0;
  const rows: Readonly<Record<PromptOrder, PromptRow>> = {
    same: { next: () => pooled(0), ahead: order === 'same' ? [pooled(0)] : [] },
    sequential: { next: () => pooled(count++ % poolSize), ahead: [] },
    random: { next: () => pooled(row.random.below(poolSize)), ahead: [] },
    created: { next: () => maker.create(first + count++, size), ahead: [] },
  };
  return rows[order];
}
