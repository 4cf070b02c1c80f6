#!/usr/bin/env node
import { createRequire } from 'node:module';
import process from 'node:process';
import { TokenwellError } from '../errors.js';
import { type Arguments, readArguments } from './arguments.js';
import { CommandError } from './command-error.js';
import { countCommand } from './count-command.js';
import { decodeCommand } from './decode-command.js';
import { encodeCommand } from './encode-command.js';
import { HELP } from './help.js';
import { inspectCommand } from './inspect-command.js';
import { DEFAULT_TOKENIZER, loadTokenizer } from './load-tokenizer.js';
import { complain, endQuietlyWhenReaderIsGone, write, writeLine } from './output.js';
import { ProgressBar } from './progress-bar.js';
import { replayCommand } from './replay/replay-command.js';

const COMMANDS_ON_TOKENIZER = { count: countCommand, encode: encodeCommand, decode: decodeCommand };

async function main(args: readonly string[]): Promise<number> {
  const request = readArguments(args);
  if ('settings' in request) return replayCommand(request);
  if (!('information' in request)) return runCommand(request);
  if (request.information === 'help') await write(HELP);
  else await writeLine(packageVersion());
  return 0;
}

/** Gives the number of files that failed. */
async function runCommand(args: Arguments): Promise<number> {
  const progress = new ProgressBar(Math.max(1, args.files.length));
  try {
    if (args.command === 'inspect') return await inspectCommand(args, progress);
    const name = args.tokenizer ?? DEFAULT_TOKENIZER;
    progress.show(`loading ${name}`);
    const tokenizer = await loadTokenizer(name);
    return await COMMANDS_ON_TOKENIZER[args.command](args, tokenizer, progress);
  } finally {
    progress.end();
  }
}

/** By the package's own name, for this file lies at another depth in the checkout than in the built package. */
function packageVersion(): string {
  return (createRequire(import.meta.url)('tokenwell/package.json') as { version: string }).version;
}

endQuietlyWhenReaderIsGone();
try {
  if ((await main(process.argv.slice(2))) > 0) process.exitCode = 1;
} catch (error) {
  // Anything else is a fault of this program: Node prints it with its stack.
  if (!(error instanceof CommandError || error instanceof TokenwellError)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
