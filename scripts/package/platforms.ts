import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../command.mjs';

/** What a package.json is, as far as it is read here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

/** A platform that there is an addon for. */
export interface Platform {
  /** Such as `linux-x64-gnu`. */
  readonly name: string;
  /** The folder of its package. */
  readonly folder: string;
  /** The file name of the addon. */
  readonly addon: string;
  readonly manifest: Manifest;
}

/** All of them, in the order of their names. `napi create-npm-dirs` makes their folders from the targets in package.json. */
export function platforms(): Platform[] {
  const folders = join(root, 'npm');
  return readdirSync(folders)
    .toSorted()
    .map((name) => {
      const folder = join(folders, name);
      return { name, folder, addon: `tokenwell.${name}.node`, manifest: readManifest(folder) };
    });
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
