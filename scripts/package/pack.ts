/**
 * `npm run package:pack`: writes the archives of the package and of the platforms whose addons lie in the top folder into `release/`. `-- --all` is for
 * a release: an addon that is missing is an error.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../command.mjs';
import { platforms } from './platforms.js';
import { stage } from './stage.js';

const all = process.argv.includes('--all');
const wanted = platforms().filter(({ addon }) => all || existsSync(join(root, addon)));
const archives = await stage(wanted, root);
for (const { path, unpackedBytes, files } of [archives.root, ...archives.platforms.values()]) {
  console.log(`${path}: ${(unpackedBytes / 1e6).toFixed(2)} MB unpacked, ${files.length} files`);
}
