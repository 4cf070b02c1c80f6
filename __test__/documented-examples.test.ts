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
import { Tokenizer as TokenizerClass, TokenwellError } from ${JSON.stringify(new URL('../dist/esm/index.js', import.meta.url))};
const Tokenizer = TokenizerClass;
const messages = [{ content: 'How many' }, { content: ' tokens is this?' }];
`;

/** The code of each example in the comments of a source file. */
function examplesOf(source: string): string[] {
  const blocks = source.matchAll(/^ *\* ```ts\n((?: *\*.*\n)+?) *\* ```$/gmu);
  return Array.from(blocks, ([, block = '']) => block.replaceAll(/^ *\* ?/gmu, ''));
}

/** The example in a scope of its own. Imports cannot stand in one; the preamble has what they bring. */
function scoped(example: string): string {
  const body = example.replaceAll(/^import .*\n/gmu, '');
  const introducesTokenizer = /\bconst tokenizer\b/u.test(body);
  const given = introducesTokenizer ? '' : "const tokenizer = await TokenizerClass.fromEncoding('o200k_base');\n";
  return `{\n${given}${body}}\nexamplesRun += 1;\n`;
}

it('run', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'models', 'bert'), { recursive: true });
  copyFileSync(fixturePath('word-piece'), join(folder, 'models', 'bert', 'tokenizer.json'));
  copyFileSync(fixturePath('word-piece'), join(folder, 'tokenizer.json'));

  const sources = readdirSync('src').filter((name) => name.endsWith('.ts'));
  const examples = sources.flatMap((name) => examplesOf(readFileSync(join('src', name), 'utf8')));
  expect(examples.length).toBeGreaterThan(10);
  const program = `${PREAMBLE}let examplesRun = 0;\n${examples.map(scoped).join('')}console.log(examplesRun);\n`;
  writeFileSync(join(folder, 'examples.mts'), program);

  const tsx = new URL('../node_modules/tsx/dist/loader.mjs', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', tsx.href, 'examples.mts'], {
    cwd: folder,
  });
  expect(stdout).toBe(`ERR_TOKENIZER_NOT_FOUND\n${examples.length}\n`);
});
