import { type Arm, arm } from './arm.js';
import {
  burstPhases,
  hugePhase,
  idlePhase,
  largestBurst,
  mixedPhase,
  type Phase,
  singlesPhase,
  type Workshop,
} from './phase.js';
import { PROMPT_ORDERS, type PromptOrder } from './prompt-order.js';

/** Something to measure: arms that are compared, and the traffic that each of them gets. */
export interface Scenario {
  readonly name: ScenarioName;
  readonly title: string;
  /** The name of the arm that differences are stated against. */
  readonly reference: string;
  readonly arms: readonly Arm[];
  readonly phases: (arm: Arm, workshop: Workshop) => Phase[];
}

/** Each has a flag of this name. */
export const SCENARIO_NAMES = ['idle', 'single', 'huge', 'burst', 'mixed', 'orders', 'scraped', 'workers'] as const;

/** The name of a scenario. */
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** The arms that are compared in each kind of traffic; the idle one is what it costs to be probed. */
function usualArms(order: PromptOrder): Arm[] {
  const contenders = ['baseline', 'tokenwell', 'tokenwell sync', 'pbkdf2', 'tokenizers', 'tiktoken'] as const;
  return [arm('baseline', { name: 'idle', idle: true }), ...contenders.map((contender) => arm(contender, { order }))];
}

/** How many threads count in the scenario of worker threads. */
const WORKERS = 4;

/** All scenarios; `order` is that of mixed traffic. */
export function scenarios(order: PromptOrder): Scenario[] {
  return [
    {
      name: 'idle',
      title: 'Nothing but probes',
      reference: 'baseline',
      arms: (['baseline', 'tokenwell', 'tokenizers', 'tiktoken'] as const).map((name) => arm(name, { idle: true })),
      phases: (_, workshop) => [idlePhase('idle', workshop)],
    },
    {
      name: 'single',
      title: 'Single prompts of 600,000 tokens',
      reference: 'baseline',
      arms: usualArms(order),
      phases: unlessIdle((one, workshop) => [singlesPhase(one, workshop)]),
    },
    {
      name: 'huge',
      title: 'A prompt of 4.6 million characters, exact and sampled',
      reference: 'baseline',
      arms: [...usualArms(order), arm('tokenwell', { name: 'tokenwell sampled', sampled: true })],
      phases: unlessIdle((_, workshop) => [hugePhase(workshop)]),
    },
    {
      name: 'burst',
      title: 'Bursts of prompts of 2 MB',
      reference: 'baseline',
      arms: [
        ...usualArms(order),
        arm('tokenwell', { name: 'tokenwell without cache', segmentCache: false }),
        arm('tokenwell', { name: 'tokenwell with full cache', cacheFilled: true }),
      ],
      phases: unlessIdle(burstPhases),
    },
    {
      name: 'mixed',
      title: 'Prompts of 1,000 and 50,000 characters and of 600,000 tokens, mixed',
      reference: 'baseline',
      arms: usualArms(order),
      phases: unlessIdle((one, workshop) => [mixedPhase(one, workshop)]),
    },
    {
      name: 'orders',
      title: 'Mixed traffic in which prompts come again, or do not',
      reference: 'created',
      arms: PROMPT_ORDERS.map((each) => arm('tokenwell', { name: each, order: each })),
      phases: (one, workshop) => [mixedPhase(one, workshop)],
    },
    {
      name: 'scraped',
      title: 'Mixed traffic while the stats are scraped every 100 ms',
      reference: 'tokenwell',
      arms: [arm('tokenwell', { order }), arm('tokenwell', { name: 'tokenwell scraped', order, scraped: true })],
      phases: (one, workshop) => [mixedPhase(one, workshop)],
    },
    {
      name: 'workers',
      title: 'A burst of prompts of 2 MB on 4 worker threads',
      reference: 'idle',
      arms: [
        arm('tokenwell', { name: 'idle', idle: true, workers: WORKERS }),
        arm('baseline', { workers: WORKERS }),
        arm('tokenwell', { workers: WORKERS }),
        arm('tokenwell sync', { workers: WORKERS }),
      ],
      phases: unlessIdle((_, workshop) => [largestBurst(workshop)]),
    },
  ];
}

function unlessIdle(phases: Scenario['phases']): Scenario['phases'] {
  return (one, workshop) => (one.idle ? [idlePhase('idle', workshop)] : phases(one, workshop));
}
