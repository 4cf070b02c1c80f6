import { parseArgs } from 'node:util';
import { PROMPT_ORDERS, type PromptOrder } from './prompt-order.js';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.js';
import { FULL, QUICK, type Scale } from './scale.js';
import { BODY_FORMS, type BodyForm } from './server/server-options.js';

/** What the benchmark was asked for. */
export interface Settings {
  /** Texts that prompts are made of; empty for the sample chats. */
  readonly files: readonly string[];
  readonly scenarios: readonly ScenarioName[];
  readonly scale: Scale;
  readonly quick: boolean;
  /** Numbers of server processes; every scenario is measured with each. */
  readonly processes: readonly number[];
  readonly repeats: number;
  readonly peerRepeats: number;
  readonly warmUp: number;
  readonly order: PromptOrder;
  readonly body: BodyForm;
  /** Names of the arms that are measured; empty for all. */
  readonly arms: readonly string[];
  readonly poolSize: number;
  readonly concurrency: number | null;
  readonly out: string;
  readonly label: string;
}

export const USAGE = `npm run bench:latency -- [FILE...] [SCENARIO...] [OPTION...]

  FILE               texts whose lines prompts are made of (default: the sample chats)

Scenarios, of which all are run unless some are given:
  --idle             nothing but probes
  --single           prompts of 600,000 tokens, one at a time
  --huge             a prompt of 4.6 million characters, exact and sampled
  --burst            8, 16 and again 8 prompts of 2 MB at once
  --mixed            small, medium and large prompts
  --orders           mixed traffic in each of the orders of --traffic: hits and misses apart
  --scraped          mixed traffic with and without a scrape of the stats every 100 ms
  --workers          a burst of 16 on 4 worker threads

Options:
  --arms A,B         only these arms of a scenario; differences are stated against the first one
  --processes N,M    numbers of server processes (default: 1; 1,2 measures both)
  --repeats N        runs of each arm that are merged (default: 6)
  --peer-repeats N   the same for npm tokenizers and tiktoken (default: 2)
  --warm-up N        prompts of 100,000 characters that a server is sent before it is measured (default: 3)
  --traffic ORDER    same, sequential, random or created prompts, in --single, --mixed and --scraped (default: created)
  --body FORM        string: the server decodes the body; bytes: it hands over what came; held: it has the text as a string since
                     before the measurement, in all but mixed traffic, so that only the count is measured (default: string)
  --pool-size N      threads of libuv's pool in the servers (default: libuv's)
  --concurrency N    running counts at once, for tokenwell and pbkdf2 (default: the package's)
  --quick            everything small, once, the other packages only in --single: shows in about a minute that all of it runs
  --out DIR          where the records go (default: benchmark/record)
  --label TEXT       added to the names of the records
`;

/** Reads the command line; `undefined` where it asks for help. */
export function readSettings(args: readonly string[]): Settings | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...flags(SCENARIO_NAMES),
      arms: { type: 'string', default: '' },
      body: { type: 'string', default: 'string' },
      concurrency: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      label: { type: 'string', default: '' },
      out: { type: 'string', default: 'benchmark/record' },
      'peer-repeats': { type: 'string' },
      'pool-size': { type: 'string', default: '0' },
      processes: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
      repeats: { type: 'string' },
      traffic: { type: 'string', default: 'created' },
      'warm-up': { type: 'string' },
    },
  });
  if (values.help === true) return undefined;
  const chosen = SCENARIO_NAMES.filter((name) => values[name] === true);
  const repeats = wholeNumber('repeats', values.repeats ?? (values.quick ? '1' : '6'), 1);
  return {
    files: positionals,
    scenarios: chosen.length === 0 ? SCENARIO_NAMES : chosen,
    scale: values.quick ? QUICK : FULL,
    quick: values.quick,
    processes: values.processes.split(',').map((count) => wholeNumber('processes', count, 1)),
    repeats,
    peerRepeats: wholeNumber('peer-repeats', values['peer-repeats'] ?? String(Math.min(2, repeats)), 1),
    warmUp: wholeNumber('warm-up', values['warm-up'] ?? (values.quick ? '1' : '3'), 0),
    order: oneOf('traffic', values.traffic, PROMPT_ORDERS),
    body: oneOf('body', values.body, BODY_FORMS),
    arms: values.arms.split(',').filter((name) => name !== ''),
    poolSize: wholeNumber('pool-size', values['pool-size'], 0),
    concurrency: values.concurrency === undefined ? null : wholeNumber('concurrency', values.concurrency, 1),
    out: values.out,
    label: values.label,
  };
}

function flags<Name extends string>(names: readonly Name[]): Record<Name, { type: 'boolean' }> {
  return Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])) as Record<Name, { type: 'boolean' }>;
}

function wholeNumber(name: string, value: string, least: number): number {
  if (/^\d+$/u.test(value) && Number(value) >= least) return Number(value);
  throw new Error(`--${name} must be a whole number from ${least} up, but is '${value}'`);
}

function oneOf<Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new Error(`--${name} must be one of ${allowed.join(', ')}, but is '${value}'`);
}
