import { describeValue } from '../argument-error.js';
import type { Tokenizer } from '../tokenizer.js';
import type { Arguments } from './arguments.js';
import { CommandError } from './command-error.js';
import { forEachFile } from './for-each-file.js';
import { inputFiles, readInput } from './input.js';
import { write, writeLine } from './output.js';
import { jsonLine } from './printable.js';
import type { ProgressBar } from './progress-bar.js';

/** Prints the text of the ids in each file, as it is and with nothing added. Gives the number of files that failed. */
export async function decodeCommand(args: Arguments, tokenizer: Tokenizer, progress: ProgressBar): Promise<number> {
  return forEachFile(inputFiles(args.files), progress, async (file) => {
    const ids = parseIds(new TextDecoder().decode(await readInput(file)));
    const text = await tokenizer.decode(ids, { skipSpecialTokens: args.skipSpecialTokens });
    progress.erase();
    // Without --json the text is the output itself, as with `cat`: escaping it would change it.
    if (args.json) await writeLine(jsonLine({ file, tokens: ids.length, text }));
    else await write(text);
  });
}

/** Reads ids that are written as a JSON array, or apart by white space or commas. */
function parseIds(text: string): number[] {
  const list = text.trim();
  if (list.startsWith('[')) return parseJsonIds(list);
  return list === ''
    ? []
    : list
        .split(/[\s,]+/u)
        .filter((word) => word !== '')
        .map(parseId);
}

function parseJsonIds(list: string): number[] {
  try {
    return (JSON.parse(list) as readonly unknown[]).map((id) =>
      parseId(typeof id === 'number' ? String(id) : JSON.stringify(id)),
    );
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`not a JSON array of token ids: ${describeValue(list)}`, { cause });
  }
}

function parseId(word: string): number {
  if (!/^\d+$/u.test(word)) throw new CommandError(`${describeValue(word)} is not a token id`);
  return Number(word);
}
