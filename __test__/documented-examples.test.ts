import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fixturePath } from './fixture.js';
import { temporaryFolder } from './temporary-folder.js';

/** What the examples take as given: where they run, and the names that they do not introduce themselves. */
const PREAMBLE = `
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { concurrencyStats, formatPrometheus, setConcurrencyLimit, Tokenizer as TokenizerClass, TokenizerRegistry, TokenwellError } from ${JSON.stringify(new URL('../dist/esm/index.js', import.meta.url))};
const Tokenizer = TokenizerClass;
const messages = [{ content: 'How many' }, { content: ' tokens is this?' }];
const userText = 'What does <|endoftext|> do?';
const prompt = 'How many tokens is this? '.repeat(1000);
`;

/** The thread that examples start: it claims what it is given. */
const THREAD = `
import { workerData } from 'node:worker_threads';
import { Tokenizer } from ${JSON.stringify(new URL('../dist/esm/index.js', import.meta.url))};
Tokenizer.fromShared(workerData).close();
`;

/** The code of each example in the comments of a source file. */
function examplesInComments(source: string): string[] {
  const blocks = source.matchAll(/^ *\* ```ts\n((?: *\*.*\n)+?) *\* ```$/gmu);
  return Array.from(blocks, ([, block = '']) => block.replaceAll(/^ *\* ?/gmu, ''));
}

/** The code of each example in a page. */
function examplesInPage(page: string): string[] {
  return Array.from(page.matchAll(/^```ts\n(.*?)^```$/gmsu), ([, block = '']) => block);
}

/** The example in a scope of its own. Imports cannot stand in one; the preamble has what they bring. */
function scoped(example: string): string {
  const body = example.replaceAll(/^import .*\n/gmu, '');
  const introducesTokenizer = /\bconst tokenizer\b/u.test(body);
  const given = introducesTokenizer ? '' : "const tokenizer = await TokenizerClass.fromEncoding('o200k_base');\n";
  return `{\n${given}${body}}\n`;
}

/** What an example says that it prints: the comment behind each `console.log`. */
function expectedLines(example: string): string[] {
  const lines = example.split('\n').filter((line) => line.includes('console.log('));
  return lines.map((line) => /; \/\/ (.*)$/u.exec(line)?.[1] ?? `nothing says what this prints: ${line}`);
}

function read(folder: string, ending: string, examplesOf: (text: string) => string[]): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
  return names.flatMap((name) => examplesOf(readFileSync(join(folder, name), 'utf8')));
}

/** Runs the examples as one program, in a folder that has the files which they name, and gives what it prints. */
async function run(examples: readonly string[]): Promise<string[]> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'models', 'bert'), { recursive: true });
  copyFileSync(fixturePath('word-piece'), join(folder, 'models', 'bert', 'tokenizer.json'));
  copyFileSync(fixturePath('word-piece'), join(folder, 'tokenizer.json'));
  writeFileSync(join(folder, 'counting.js'), THREAD);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'examples.mts'), `${PREAMBLE}${examples.map(scoped).join('')}console.log('all ran');\n`);
  const tsx = new URL('../node_modules/tsx/dist/loader.mjs', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', tsx.href, 'examples.mts'], {
    cwd: folder,
  });
  return stdout.trimEnd().split('\n');
}

it.each([
  ['the comments of the sources', 15, read('src', '.ts', examplesInComments)],
  ['the pages of docs', 5, read('docs', '.md', examplesInPage)],
  ['the page README', 2, examplesInPage(readFileSync('README.md', 'utf8'))],
])('run and print what they say, in %s', async (_, atLeast, examples) => {
  expect(examples.length).toBeGreaterThanOrEqual(atLeast);
  expect(await run(examples)).toEqual([...examples.flatMap(expectedLines), 'all ran']);
});
