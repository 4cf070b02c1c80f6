import type { Inspection } from '../inspection.js';
import type { Arguments } from './arguments.js';
import { forEachFile } from './for-each-file.js';
import { DEFAULT_TOKENIZER, loadTokenizer } from './load-tokenizer.js';
import { writeLine } from './output.js';
import { jsonLine, printable } from './printable.js';
import type { ProgressBar } from './progress-bar.js';

/** Prints what each tokenizer is made of. Gives the number of those that could not be loaded. */
export async function inspectCommand(args: Arguments, progress: ProgressBar): Promise<number> {
  const names = args.files.length > 0 ? args.files : [args.tokenizer ?? DEFAULT_TOKENIZER];
  return forEachFile(names, progress, async (name) => {
    const tokenizer = await loadTokenizer(name);
    const inspection = tokenizer.inspect();
    const vocabSize = tokenizer.vocabSize();
    tokenizer.close();
    progress.erase();
    if (args.json) await writeLine(jsonLine({ tokenizer: name, vocabSize, ...inspection }));
    else for (const [key, value] of rows(name, inspection)) await writeLine(`${key.padEnd(15)} ${printable(value)}`);
  });
}

function rows(name: string, inspection: Inspection): [string, string][] {
  const { model } = inspection;
  const merges = model.merges === 0 ? '' : `, ${model.merges} merges`;
  return [
    ['tokenizer', name],
    ['engine', `${inspection.engine}: ${inspection.reason}`],
    ['model', `${model.type}, ${model.vocabSize} entries${merges}`],
    ['normalizer', inspection.normalizer ?? 'none'],
    ['pre-tokenizer', inspection.preTokenizer ?? 'none'],
    ['post-processor', inspection.postProcessor ?? 'none'],
    ['decoder', inspection.decoder ?? 'none'],
    ['added tokens', `${inspection.addedTokens}, of which ${inspection.specialTokens} special`],
    ['literal', inspection.literal === null ? 'supported' : `unsupported: ${inspection.literal}`],
    ['segments', inspection.cuts === '' ? 'cut at added tokens only' : inspection.cuts],
    ['truncation', settings(inspection.truncation)],
    ['padding', settings(inspection.padding)],
  ];
}

function settings(value: Readonly<Record<string, unknown>> | null): string {
  return value === null ? 'none' : JSON.stringify(value);
}
