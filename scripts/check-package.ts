/** Packs the npm package as it would be published and lets publint and are-the-types-wrong judge the archive. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './command.mjs';

/** @returns Whether both are content; what they say has been printed. */
export async function checkPackage(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tokenwell-pack-'));
  try {
    if ((await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder])).code !== 0) return false;
    const [archive] = readdirSync(folder);
    if (archive === undefined) return false;
    const path = join(folder, archive);
    const publint = await run('publint', ['run', path, '--strict']);
    const attw = await run('attw', [path]);
    return publint.code === 0 && attw.code === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
