import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { fixturePath } from './fixture.js';
import { temporaryFolder } from './temporary-folder.js';

const run = promisify(execFile);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const consumer = temporaryFolder();
const installed = join(consumer, 'node_modules', 'tokenwell');

/** What both programs of the consumer print: `[CLS] the [SEP] tokens [SEP]`. */
const expected = { tokens: 2, ids: [2, 162, 3, 185, 3], code: 'ERR_CLOSED' };

/** A project with the package as npm would install it; nothing of it comes from the checkout but the types of Node. */
beforeAll(async () => {
  cpSync(join(root, '__test__', 'consumer'), consumer, { recursive: true });
  writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true }');
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', consumer], { cwd: root });
  const archive = readdirSync(consumer).find((name) => name.endsWith('.tgz'));
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', join(consumer, archive ?? ''), '--strip-components=1', '-C', installed]);
  // The addon itself is in a package for each platform; its loader looks beside itself first.
  for (const name of readdirSync(root)) {
    if (name.endsWith('.node')) copyFileSync(join(root, name), join(installed, name));
  }
  for (const name of ['@types', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(consumer, 'node_modules', name), 'junction');
  }
}, 120_000);

it('compiles under strict settings, with its declarations checked, and runs by import and by require', async () => {
  await run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', consumer]).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
  for (const program of ['module.mjs', 'common.cjs']) {
    const { stdout } = await run(process.execPath, [join(consumer, 'built', program), fixturePath('word-piece')]);
    expect(JSON.parse(stdout)).toEqual(expected);
  }
});

it('is the same when it is imported and when it is required', async () => {
  const program = `
    import { createRequire } from 'node:module';
    import { Tokenizer } from 'tokenwell';
    const require = createRequire(import.meta.url);
    const { Tokenizer: Required } = require('tokenwell');
    const loaded = Object.keys(require.cache).filter((name) => name.endsWith('.node'));
    const counts = [Tokenizer, Required].map((T) => T.fromFileSync(process.argv[2]).countSync('the tokens').tokens);
    console.log(JSON.stringify({ same: Tokenizer === Required, addons: loaded.length, counts }));
  `;
  writeFileSync(join(consumer, 'both.mjs'), program);
  const { stdout } = await run(process.execPath, [join(consumer, 'both.mjs'), fixturePath('word-piece')]);
  expect(JSON.parse(stdout)).toEqual({ same: true, addons: 1, counts: [2, 2] });
});

it('has a command', async () => {
  const command = join(installed, 'dist', 'esm', 'src', 'cli', 'main.js');
  const { stdout } = await run(process.execPath, [command, 'inspect', fixturePath('word-piece'), '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ model: { type: 'WordPiece' } });
});

it('leaves out sources and tests', () => {
  expect(
    readdirSync(installed)
      .filter((name) => !name.endsWith('.node'))
      .toSorted(),
  ).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'NOTICE',
      'README.md',
      'addon',
      'binding.cjs',
      'binding.d.cts',
      'dist',
      'package.json',
    ].filter((name) => readdirSync(root).includes(name)),
  );
});
