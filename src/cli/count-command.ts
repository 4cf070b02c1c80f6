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

/** Prints the number of tokens of each file, and their sum if there are several. Gives the number of files that failed. */
export async function countCommand(args: Arguments, tokenizer: Tokenizer, progress: ProgressBar): Promise<number> {
  const files = inputFiles(args.files);
  const options = { addSpecialTokens: args.addSpecialTokens, specialTokens: args.specialTokens };
  const several = files.length > 1;
  let total = 0;
  const failures = await forEachFile(files, progress, async (file) => {
    const bytes = await readInput(file);
    const startedMs = performance.now();
    const { tokens, estimated, low, high } = await tokenizer.count(bytes, options);
    const ms = Math.round(1000 * (performance.now() - startedMs)) / 1000;
    total += tokens;
    progress.erase();
    if (args.json) await writeLine(jsonLine({ file, tokens, estimated, low, high, chars: utf16Length(bytes), ms }));
    else await writeLine(countLine(tokens, file, several));
  });
  if (several && !args.json) await writeLine(countLine(total, 'total', several));
  return failures;
}

function countLine(tokens: number, name: string, several: boolean): string {
  return `${String(tokens).padStart(several ? COLUMN : 0)} ${printable(name)}`;
}
