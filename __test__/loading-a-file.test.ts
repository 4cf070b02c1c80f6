import { copyFileSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath, fixtureUrl } from './fixture.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();

async function expectLoaded(path: string | URL): Promise<void> {
  for (const tokenizer of [await Tokenizer.fromFile(path), Tokenizer.fromFileSync(path)]) {
    expect(tokenizer.encodeSync('the tokens', { addSpecialTokens: false }).ids).toHaveLength(2);
  }
}

it('loads a path', async () => {
  await expectLoaded(fixturePath('word-piece'));
  await expectLoaded(relative(process.cwd(), fixturePath('word-piece')));
});

it('loads a file: URL', async () => {
  await expectLoaded(fixtureUrl('word-piece'));
});

it('loads the tokenizer.json of a folder', async () => {
  const model = join(folder, 'a model, größer');
  mkdirSync(model);
  copyFileSync(fixturePath('word-piece'), join(model, 'tokenizer.json'));
  await expectLoaded(model);
  await expectLoaded(pathToFileURL(model));
});

it('says which file is missing', async () => {
  const missing = join(folder, 'missing', 'tokenizer.json');
  await expectRejection(Tokenizer.fromFile(missing), 'ERR_TOKENIZER_NOT_FOUND', /missing.tokenizer\.json/u);
  expectThrow(() => Tokenizer.fromFileSync(missing), 'ERR_TOKENIZER_NOT_FOUND', /missing.tokenizer\.json/u);
});

it('says that a folder has no tokenizer.json', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  await expectRejection(Tokenizer.fromFile(empty), 'ERR_TOKENIZER_NOT_FOUND', /empty.*tokenizer\.json/u);
});

it('takes a string that looks like a URL for a path', async () => {
  await expectRejection(Tokenizer.fromFile(fixtureUrl('word-piece').href), 'ERR_TOKENIZER_NOT_FOUND', /file:/u);
});

it('refuses URLs that are no files, and what is neither path nor URL', async () => {
  await expectRejection(
    Tokenizer.fromFile(new URL('https://example.org/tokenizer.json')),
    'ERR_INVALID_ARGUMENT',
    /example\.org/u,
  );
  for (const path of ['', 'a\0b', 7, null, undefined, { href: 'file:///a' }] as unknown as string[]) {
    await expectRejection(Tokenizer.fromFile(path), 'ERR_INVALID_ARGUMENT', /^path must be /u);
    expectThrow(() => Tokenizer.fromFileSync(path), 'ERR_INVALID_ARGUMENT', /^path must be /u);
  }
});
