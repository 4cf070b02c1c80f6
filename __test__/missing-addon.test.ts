import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { addonFile } from '../scripts/staleness.mjs';
import { temporaryFolder } from './temporary-folder.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const platform = addonFile().split('.')[1] ?? '';
const addon = `@tokenwell/binding-${platform}`;

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hasCause: boolean;
}

/** The package without its addon, in a folder of its own. */
function packageWithoutAddon(): string {
  const folder = temporaryFolder();
  for (const name of ['addon', 'binding.cjs', 'dist', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  return folder;
}

/** A package of an addon, as it would be installed beside the other. */
function install(folder: string, file: string, content: string): void {
  const target = join(folder, 'node_modules', addon);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, file), content);
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name: addon, version: '0.1.0', main: file }));
}

/** What the import of the package fails with, after `setUp` in the same program. */
async function failure(folder: string, how: 'import' | 'require' = 'import', setUp = ''): Promise<Failure> {
  const entry = JSON.stringify(join(folder, 'dist', how === 'import' ? 'esm' : 'cjs', 'index.js'));
  const load = how === 'import' ? `await import(${entry})` : `require(${entry})`;
  // Node.js 20 rejects the import and then raises the same error once more, as unhandled: the program ends before.
  const program = `${setUp}
    function print({ code, message, cause }) {
      console.log(JSON.stringify({ code, message, hasCause: cause !== undefined }));
      process.exit();
    }
    (async () => { try { ${load}; } catch (error) { print(error); } })();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program]);
  return JSON.parse(stdout) as Failure;
}

it.each(['import', 'require'] as const)('says which package is missing, by %s', async (how) => {
  const { code, message, hasCause } = await failure(packageWithoutAddon(), how);
  expect({ code, hasCause }).toEqual({ code: 'ERR_ADDON_NOT_LOADED', hasCause: true });
  expect(message).toContain(`needs the package ${addon} 0.1.0 on ${platform}, and it is not installed`);
  expect(message).toContain(`npm install ${addon}@0.1.0`);
});

it('says so on a platform that there is no addon for', async () => {
  const setUp = "Object.defineProperty(process, 'arch', { value: 'ppc64' });";
  const { code, message } = await failure(packageWithoutAddon(), 'require', setUp);
  expect(code).toBe('ERR_ADDON_NOT_LOADED');
  expect(message).toContain(
    `no addon for ${platform.replace(process.arch, 'ppc64')}. There is one for each of darwin-arm64, `,
  );
});

it('passes on why the system refuses to load the addon', async () => {
  const folder = packageWithoutAddon();
  install(folder, 'broken.node', 'no addon');
  const { code, message, hasCause } = await failure(folder);
  expect({ code, hasCause }).toEqual({ code: 'ERR_ADDON_NOT_LOADED', hasCause: true });
  expect(message).toContain(`found its addon for ${platform}, and the system refuses to load it: `);
  expect(message).toContain('broken.node');
});

it.each(["exports.addonVersion = () => '0.0.7';", ''])('refuses an addon of another version: %j', async (content) => {
  const folder = packageWithoutAddon();
  install(folder, 'index.js', content);
  const { code, message } = await failure(folder);
  expect(code).toBe('ERR_ADDON_NOT_LOADED');
  expect(message).toContain(`tokenwell 0.1.0 found version ${content === '' ? 'unknown' : '0.0.7'} of its addon`);
  expect(message).toContain(`update ${addon} to 0.1.0`);
});

it('knows the platforms that there are packages for', () => {
  const { PLATFORMS } = require('../addon/load-error.cjs') as { PLATFORMS: readonly string[] };
  expect(PLATFORMS).toEqual(readdirSync(join(root, 'npm')).toSorted());
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  for (const name of PLATFORMS) {
    const manifest = JSON.parse(readFileSync(join(root, 'npm', name, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ name: `@tokenwell/binding-${name}`, version });
  }
});
