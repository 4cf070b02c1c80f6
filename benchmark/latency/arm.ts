import type { PromptOrder } from './prompt-order.js';
import type { ContenderName } from './server/server-options.js';

/** One of the things that are compared: a server, and what is sent to it. */
export interface Arm {
  /** What it is called in tables; unique within its scenario. */
  readonly name: string;
  readonly contender: ContenderName;
  /** Whether it is only probed. */
  readonly idle: boolean;
  readonly workers: number;
  readonly segmentCache: boolean;
  /** Whether that cache is filled before anything is measured. */
  readonly cacheFilled: boolean;
  /** Whether long texts are sampled, instead of counted exactly. */
  readonly sampled: boolean;
  /** Whether the stats are scraped while it works. */
  readonly scraped: boolean;
  readonly order: PromptOrder;
}

/** An arm that differs from a plain server with that contender only in what is given. */
export function arm(contender: ContenderName, changes: Partial<Arm> = {}): Arm {
  return {
    name: contender,
    contender,
    idle: false,
    workers: 0,
    segmentCache: true,
    cacheFilled: false,
    sampled: false,
    scraped: false,
    order: 'created',
    ...changes,
  };
}

/** Whether an arm runs another package than ours. Those take their time, so they may be measured fewer times. */
export function isPeer({ contender }: Arm): boolean {
  return contender === 'tokenizers' || contender === 'tiktoken';
}
