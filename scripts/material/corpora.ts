import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { get_encoding as getTiktoken } from 'tiktoken';
import { Tokenizer } from '../../index.js';
import { sweep, type SweepResult } from './sweep.js';

const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;

/** tiktoken's time grows with the square of a long word, so it is not asked about larger files. */
const MAX_FILE_BYTES = 3_000_000;

/** Every text file, encoded with each embedded vocabulary and compared with npm tiktoken id by id. */
export async function sweepCorpora(folder: string): Promise<SweepResult> {
  const corpora = join(folder, 'corpora');
  const files = readdirSync(corpora, { recursive: true, encoding: 'utf8' }).filter((file) =>
    isText(join(corpora, file)),
  );
  const passes = await Promise.all(
    ENCODINGS.map(async (encoding) => {
      using tokenizer = await Tokenizer.fromEncoding(encoding);
      const oracle = getTiktoken(encoding);
      const result = await sweep(
        files,
        (file) => `${file} with ${encoding}`,
        async (file) => {
          const text = readFileSync(join(corpora, file), 'utf8');
          const { ids } = await tokenizer.encode(text, { specialTokens: 'text' });
          return firstDifference(ids, oracle.encode(text, [], []));
        },
      );
      oracle.free();
      return result;
    }),
  );
  return {
    passed: passes.reduce((sum, { passed }) => sum + passed, 0),
    failures: passes.flatMap(({ failures }) => failures),
  };
}

function isText(path: string): boolean {
  const stat = statSync(path);
  return stat.isFile() && stat.size <= MAX_FILE_BYTES;
}

function firstDifference(ids: Uint32Array, expected: Uint32Array): string | undefined {
  const at = ids.findIndex((id, index) => id !== expected[index]);
  if (at >= 0) return `token ${at} is ${ids[at]}, not ${expected[at]}`;
  return ids.length === expected.length ? undefined : `${ids.length} ids, not ${expected.length}`;
}
