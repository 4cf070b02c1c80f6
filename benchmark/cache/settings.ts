import { basename, dirname, extname } from 'node:path';
import { parseArgs } from 'node:util';

/** What the benchmark of the segment cache was asked for. */
export interface Settings {
  /** Empty for the sample chats. */
  readonly traffic: readonly string[];
  readonly tokenizers: readonly string[];
  readonly copies: number;
  readonly clients: number;
  /** 0: only the proof that all modes give the same ids. */
  readonly rounds: number;
  readonly policies: boolean;
  readonly growingChat: boolean;
  readonly out: string;
  /** Becomes part of the names of the records. */
  readonly label: string;
  /** Options that each replay is given as they are. */
  readonly passed: readonly string[];
}

export const USAGE = `npm run bench:cache -- [TRAFFIC.jsonl...] [OPTION...]

  TRAFFIC.jsonl           as for tokenwell replay (default: the sample chats, each growing turn by turn, interleaved)
  --growing-chat          instead: one chat of 40 requests that grows by a turn a request, with 1 client
  -t, --tokenizer NAME    as for tokenwell replay; may be given several times (default: o200k_base)
  --copies N              clones in the modes with several (default: 4)
  --clients C             requests under way at once in these modes (default: N)
  --rounds R              measurements of each mode (default: 3); 0: only the proof of equal ids
  --policies              instead: hit rates by budget and eviction policy
  --requests R, --plain, --special-tokens P, --cache-mib M, --order O     as for tokenwell replay
  --out DIR               where the records go (default: benchmark/record)
  --label TEXT            added to the names of the records
`;

const PASSED = ['requests', 'special-tokens', 'cache-mib', 'order'] as const;

/** Reads the command line; `undefined` where it asks for help. */
export function readSettings(args: readonly string[]): Settings | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'cache-mib': { type: 'string' },
      clients: { type: 'string' },
      copies: { type: 'string', default: '4' },
      'growing-chat': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
      label: { type: 'string', default: '' },
      order: { type: 'string' },
      out: { type: 'string', default: 'benchmark/record' },
      plain: { type: 'boolean', default: false },
      policies: { type: 'boolean', default: false },
      requests: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      'special-tokens': { type: 'string' },
      tokenizer: { type: 'string', short: 't', multiple: true, default: ['o200k_base'] },
    },
  });
  if (values.help === true) return undefined;
  const passed = PASSED.flatMap((name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]));
  const copies = wholeNumber('copies', values.copies, 1);
  return {
    traffic: positionals,
    tokenizers: values.tokenizer,
    copies,
    clients: values['growing-chat'] ? 1 : wholeNumber('clients', values.clients ?? String(copies), 1),
    rounds: wholeNumber('rounds', values.rounds, 0),
    policies: values.policies,
    growingChat: values['growing-chat'],
    out: values.out,
    label: values.label,
    passed: values.plain ? [...passed, '--plain'] : passed,
  };
}

function wholeNumber(name: string, value: string, least: number): number {
  if (/^\d+$/u.test(value) && Number(value) >= least) return Number(value);
  throw new Error(`--${name} must be a whole number from ${least} up, but is '${value}'`);
}

/** A short name for tables and records: a tokenizer.json is known by its folder. */
export function nameOfTokenizer(nameOrPath: string): string {
  const name = basename(nameOrPath, extname(nameOrPath));
  return name === 'tokenizer' ? basename(dirname(nameOrPath)) : name;
}
