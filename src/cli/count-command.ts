import type { Tokenizer } from '../tokenizer.js';
import type { Arguments } from './arguments.js';
import { forEachFile } from './for-each-file.js';
import { inputFiles, readInput } from './input.js';
import { writeLine } from './output.js';
import { jsonLine, printable } from './printable.js';
import type { ProgressBar } from './progress-bar.js';
import { utf16Length } from './utf16-length.js';

/** Width that a number of tokens is padded to when several lines stand below each other. */
const COLUMN = 10;

/** A count as it is printed: bounds stand behind an estimate. */
interface Printed {
  readonly tokens: number;
  readonly estimated: boolean;
  readonly low: number;
  readonly high: number;
}

/** Prints the number of tokens of each file, and their sum if there are several. Gives the number of files that failed. */
export async function countCommand(args: Arguments, tokenizer: Tokenizer, progress: ProgressBar): Promise<number> {
  const files = inputFiles(args.files);
  const options = { addSpecialTokens: args.addSpecialTokens, specialTokens: args.specialTokens, ...exactness(args) };
  const several = files.length > 1;
  let total: Printed = { tokens: 0, estimated: false, low: 0, high: 0 };
  const failures = await forEachFile(files, progress, async (file) => {
    const bytes = await readInput(file);
    const startedMs = performance.now();
    const { tokens, estimated, low, high } = await tokenizer.count(bytes, options);
    const ms = Math.round(1000 * (performance.now() - startedMs)) / 1000;
    const printed = { tokens, estimated, low, high };
    total = sum(total, printed);
    progress.erase();
    if (args.json) await writeLine(jsonLine({ file, ...printed, chars: utf16Length(bytes), ms }));
    else await writeLine(countLine(printed, file, several));
  });
  if (several && !args.json) await writeLine(countLine(total, 'total', several));
  return failures;
}

/** The bound up to which the environment has counts exact holds here too, unless the command line asks for more. */
function exactness({ exact }: Arguments): { maxExactChars?: number } {
  return exact ? { maxExactChars: Number.POSITIVE_INFINITY } : {};
}

/** Bounds of a sum are the sums of the bounds: seldom as far off as that says, but never further than each by itself allows. */
function sum(one: Printed, other: Printed): Printed {
  return {
    tokens: one.tokens + other.tokens,
    estimated: one.estimated || other.estimated,
    low: one.low + other.low,
    high: one.high + other.high,
  };
}

function countLine({ tokens, estimated, low, high }: Printed, name: string, several: boolean): string {
  const count = (estimated ? `~${tokens}` : `${tokens}`).padStart(several ? COLUMN : 0);
  return `${count} ${printable(name)}${estimated ? ` (an estimate: ${low} to ${high}; --exact counts)` : ''}`;
}
