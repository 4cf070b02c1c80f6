import type { Tokenizer } from '../tokenizer.js';
import type { Arguments } from './arguments.js';
import { forEachFile } from './for-each-file.js';
import { inputFiles, readInput } from './input.js';
import { write, writeLine } from './output.js';
import { jsonLine } from './printable.js';
import type { ProgressBar } from './progress-bar.js';

/** Ids that are written at once, so that the ids of a large file need not fit into one string. */
const IDS_PER_WRITE = 65_536;

/** Prints the token ids of each file in a line of its own. Gives the number of files that failed. */
export async function encodeCommand(args: Arguments, tokenizer: Tokenizer, progress: ProgressBar): Promise<number> {
  const options = { addSpecialTokens: args.addSpecialTokens, specialTokens: args.specialTokens };
  return forEachFile(inputFiles(args.files), progress, async (file) => {
    const { ids } = await tokenizer.encode(await readInput(file), options);
    progress.erase();
    if (args.json) await write(`{"file":${jsonLine(file)},"tokens":${ids.length},"ids":[`);
    await writeIds(ids, args.json ? ',' : ' ');
    await writeLine(args.json ? ']}' : '');
  });
}

async function writeIds(ids: Uint32Array, separator: string): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_WRITE) {
    await write((start > 0 ? separator : '') + ids.subarray(start, start + IDS_PER_WRITE).join(separator));
  }
}
