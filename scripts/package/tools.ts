import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../command.mjs';
import { isStale } from '../staleness.mjs';

const SOURCE = join(root, 'scripts', 'package', 'tools');
const FOLDER = join(root, 'node_modules', '.cache', 'tokenwell-tools');

/** The folder with the runtimes and bundlers that the package is proved with, installed if they are not there yet. They take a gigabyte. */
export async function installTools(): Promise<string> {
  if (!isStale(join(FOLDER, 'node_modules', '.package-lock.json'), [SOURCE])) return FOLDER;
  mkdirSync(FOLDER, { recursive: true });
  cpSync(SOURCE, FOLDER, { recursive: true });
  // No scripts: the runtimes are packages of this platform, which need none.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run('npm', args, { cwd: FOLDER })).code === 0) return FOLDER;
  throw new Error(
    'The runtimes and bundlers to prove the package with could not be installed; the lines above say why.',
  );
}
