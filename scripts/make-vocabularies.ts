/**
 * Makes the embedded vocabularies from the rank files of the npm package `tiktoken`:
 *
 *     npm run vocabularies              write crates/tokenizer_engine/vocabularies/*.twv and NOTICE
 *     npm run vocabularies -- --check   write nothing; fail when a committed file is out of date
 *
 * The format is described in `vocabulary-format.ts`, and how merges come from ranks in `merge-pairs.ts`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveMergePairs } from './merge-pairs.js';
import { encodeVocabulary, vocabularyContent, type Vocabulary } from './vocabulary-format.js';

interface RankFile {
  readonly pat_str: string;
  readonly special_tokens: Readonly<Record<string, number>>;
  /** Lines of `! FIRST_ID TOKEN...`, tokens in base64. */
  readonly bpe_ranks: string;
}

const NAMES = ['cl100k_base', 'o200k_base'] as const;
const MAX_TOTAL_BYTES = 3_500_000;
const BYTE_TOKENS = 256;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'crates/tokenizer_engine/vocabularies');
const noticePath = join(root, 'NOTICE');
const source = join(root, 'node_modules/tiktoken');

function makeVocabulary(name: string, version: string): Vocabulary {
  const file = readJson(join('encoders', `${name}.json`)) as RankFile;
  const tokens = readTokens(file.bpe_ranks);
  const merges = deriveMergePairs(tokens);
  const specialTokens = Object.entries(file.special_tokens);
  specialTokens.sort(([, a], [, b]) => a - b);
  return {
    header: {
      name,
      pattern: file.pat_str,
      specialTokens: Object.fromEntries(specialTokens),
      byteOrder: Buffer.from(tokens.slice(0, BYTE_TOKENS).join(''), 'latin1').toString('base64'),
      merges: merges.length,
      source: `npm tiktoken@${version}`,
      license: 'MIT',
    },
    merges,
  };
}

/** Read by path and not by `require`: the package's `exports` hide its package.json. */
function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(source, path), 'utf8'));
}

/** Every token as latin1 text, in the order of the ids, which must run from 0 without a gap. */
function readTokens(ranks: string): string[] {
  const tokens: string[] = [];
  for (const line of ranks.split('\n').filter((text) => text !== '')) {
    const [mark, first, ...encoded] = line.split(' ');
    if (mark !== '!' || Number(first) !== tokens.length) {
      throw new Error(`a line of ranks begins "${mark} ${first}" where "! ${tokens.length}" was due`);
    }
    for (const token of encoded) tokens.push(Buffer.from(token, 'base64').toString('latin1'));
  }
  return tokens;
}

/** The package names its licence but ships no licence text; the holders are those of the project that it binds. */
function notice(version: string): string {
  return `The vocabularies cl100k_base and o200k_base in the addon (crates/tokenizer_engine/vocabularies in the
source tree) are made from the rank files of the npm package tiktoken, version ${version}, which is published under
the MIT licence:

MIT License

Copyright (c) 2022 OpenAI, Shantanu Jain

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

The addon contains the Rust crate colored, unmodified, under the Mozilla Public License 2.0. Its source is published with
that crate. All other crates in it are under permissive licences: THIRD-PARTY-LICENSES.txt, which the package of each
platform's addon holds, lists all of them with their texts.
`;
}

/** The names of the committed files that differ from what would be made now. */
function outOfDate(files: ReadonlyMap<string, Buffer>, noticeText: string): string[] {
  const stale = [...files].filter(([path, made]) => {
    if (!existsSync(path)) return true;
    return !vocabularyContent(readFileSync(path)).equals(vocabularyContent(made));
  });
  const paths = stale.map(([path]) => path);
  if (!existsSync(noticePath) || readFileSync(noticePath, 'utf8') !== noticeText) paths.push(noticePath);
  return paths;
}

function main(check: boolean): void {
  const { version } = readJson('package.json') as { version: string };
  const noticeText = notice(version);
  const files = new Map<string, Buffer>();
  for (const name of NAMES) {
    const file = encodeVocabulary(makeVocabulary(name, version));
    files.set(join(folder, `${name}.twv`), file);
    console.log(`${name}: ${file.length.toLocaleString('en')} bytes`);
  }
  const total = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  console.log(`together: ${total.toLocaleString('en')} bytes`);
  if (total > MAX_TOTAL_BYTES) throw new Error(`the vocabularies are over ${MAX_TOTAL_BYTES} bytes together`);

  if (check) {
    const stale = outOfDate(files, noticeText);
    if (stale.length > 0) throw new Error(`out of date, run npm run vocabularies: ${stale.join(', ')}`);
    return;
  }
  mkdirSync(folder, { recursive: true });
  for (const [path, file] of files) writeFileSync(path, file);
  writeFileSync(noticePath, noticeText);
}

try {
  main(process.argv.includes('--check'));
} catch (error) {
  console.error(`make-vocabularies: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
