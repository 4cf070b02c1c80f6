import { type ParseArgsConfig, parseArgs } from 'node:util';
import { describeValue } from '../argument-error.js';
import type { CountOptions } from '../count-options.js';
import { CommandError } from './command-error.js';
import { readReplaySettings, REPLAY_OPTIONS, type ReplaySettings } from './replay/replay-settings.js';

/** The commands, in the order in which the help lists them. */
export const COMMANDS = ['count', 'encode', 'decode', 'inspect', 'replay'] as const;

/** The name of a command. */
export type CommandName = (typeof COMMANDS)[number];

/** What every command is given. */
interface CommonArguments {
  readonly files: readonly string[];
  readonly json: boolean;
  /** `undefined` where it was not given. */
  readonly tokenizer: string | undefined;
}

/** What the command line asks for, of the commands that do the same with each FILE. */
export interface Arguments extends CommonArguments {
  readonly command: Exclude<CommandName, 'replay'>;
  readonly addSpecialTokens: boolean | undefined;
  readonly specialTokens: CountOptions['specialTokens'];
  readonly skipSpecialTokens: boolean;
  readonly exact: boolean;
}

/** What the command line asks for where it replays traffic. */
export interface ReplayArguments extends CommonArguments {
  readonly command: 'replay';
  readonly settings: ReplaySettings;
}

/** A command line that asks for information about the program and not for work. */
export interface InformationRequest {
  readonly information: 'help' | 'version';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options that every command has. */
const COMMON = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  tokenizer: { type: 'string', short: 't' },
  version: { type: 'boolean', short: 'V' },
} as const satisfies Options;

const TEXT = {
  'add-special-tokens': { type: 'boolean' },
  'no-add-special-tokens': { type: 'boolean' },
  'special-tokens': { type: 'string' },
} as const satisfies Options;

const OPTIONS_OF: Readonly<Record<CommandName, Options>> = {
  count: { ...COMMON, ...TEXT, exact: { type: 'boolean' } },
  encode: { ...COMMON, ...TEXT },
  decode: { ...COMMON, 'skip-special-tokens': { type: 'boolean' } },
  inspect: COMMON,
  replay: { ...COMMON, ...REPLAY_OPTIONS },
};

/** Reads the arguments that follow the program's name. */
export function readArguments(args: readonly string[]): Arguments | ReplayArguments | InformationRequest {
  const [name, ...rest] = args;
  const command = COMMANDS.find((known) => known === name);
  if (command === undefined) return readWithoutCommand(name);
  const { values, positionals } = parse(command, rest);
  if (values['help'] === true) return { information: 'help' };
  if (values['version'] === true) return { information: 'version' };
  const common = {
    files: positionals,
    json: values['json'] === true,
    tokenizer: values['tokenizer'] as string | undefined,
  };
  if (command === 'replay') return { command, ...common, settings: readReplaySettings(values) };
  return {
    command,
    ...common,
    addSpecialTokens: addSpecialTokensOf(values),
    specialTokens: specialTokensOf(values['special-tokens']),
    skipSpecialTokens: values['skip-special-tokens'] === true,
    exact: values['exact'] === true,
  };
}

function readWithoutCommand(name: string | undefined): InformationRequest {
  if (name === '--help' || name === '-h' || name === 'help') return { information: 'help' };
  if (name === '--version' || name === '-V') return { information: 'version' };
  const problem = name === undefined ? 'no command given' : `unknown command ${describeValue(name)}`;
  throw new CommandError(`${problem}; the commands are ${COMMANDS.join(', ')} (try --help)`);
}

function parse(
  command: CommandName,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const options = OPTIONS_OF[command];
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new CommandError(parseProblem(cause, command, Object.keys(options)), { cause });
  }
}

/** The parser explains unknown options at length, with advice that does not fit here; its other messages are short. */
function parseProblem(cause: unknown, command: string, known: readonly string[]): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const unknown = /^Unknown option '([^']*)'/u.exec(message)?.[1];
  if (unknown === undefined) return message;
  return `unknown option ${unknown}; ${command} knows ${known.map((name) => `--${name}`).join(', ')}`;
}

function addSpecialTokensOf(values: Readonly<Record<string, unknown>>): boolean | undefined {
  const [add, leave] = [values['add-special-tokens'] === true, values['no-add-special-tokens'] === true];
  if (add && leave) throw new CommandError('--add-special-tokens and --no-add-special-tokens exclude each other');
  return add || leave ? add : undefined;
}

function specialTokensOf(value: unknown): CountOptions['specialTokens'] {
  if (value === undefined || value === 'match' || value === 'text' || value === 'literal') return value;
  throw new CommandError(`--special-tokens must be match, text or literal, but is ${describeValue(value)}`);
}
