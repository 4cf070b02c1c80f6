/** Makes the archives of the packages: what is proved here is what a release publishes, byte for byte. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../command.mjs';
import { thirdPartyLicences } from './licences.js';
import { platformManifest, repositoryOf, rootManifest } from './manifest.js';
import { platforms, readManifest, type Manifest, type Platform } from './platforms.js';

/** One archive, as `npm pack` reports it. */
export interface Archive {
  readonly path: string;
  readonly name: string;
  readonly unpackedBytes: number;
  readonly files: readonly string[];
}

export interface Archives {
  readonly root: Archive;
  /** By the platform's name. */
  readonly platforms: ReadonlyMap<string, Archive>;
}

/** Where the archives are written. */
export const RELEASE: string = join(root, 'release');

const LICENCES = 'THIRD-PARTY-LICENSES.txt';
/** npm takes README and LICENSE along in any case. */
const ALWAYS = ['README.md', 'LICENSE'];

/**
 * Packs the package, and a platform package for each platform that is wanted.
 *
 * @param addons The folder with their addons; one that is missing is an error.
 */
export async function stage(wanted: readonly Platform[], addons: string): Promise<Archives> {
  const missing = wanted.filter(({ addon }) => !existsSync(join(addons, addon)));
  if (missing.length > 0) throw new Error(`There is no ${missing.map(({ addon }) => addon).join(', no ')} to pack.`);
  rmSync(RELEASE, { recursive: true, force: true });
  const licences = await thirdPartyLicences();
  const packed = new Map<string, Archive>();
  for (const platform of wanted) packed.set(platform.name, await packPlatform(platform, addons, licences));
  return { root: await packRoot(), platforms: packed };
}

async function packRoot(): Promise<Archive> {
  const manifest = rootManifest(readManifest(root), platforms(), repositoryOf(process.env));
  const folder = newFolder('tokenwell');
  for (const name of [...(manifest['files'] as readonly string[]), ...ALWAYS]) copy(name, root, folder);
  return await pack(folder, manifest);
}

async function packPlatform(platform: Platform, addons: string, licences: string): Promise<Archive> {
  const folder = newFolder(platform.name);
  copy('README.md', platform.folder, folder);
  copy(platform.addon, addons, folder);
  for (const name of ['LICENSE', 'NOTICE']) copy(name, root, folder);
  writeFileSync(join(folder, LICENCES), licences);
  return await pack(folder, platformManifest(platform, ['NOTICE', LICENCES], repositoryOf(process.env)));
}

function newFolder(name: string): string {
  const folder = join(RELEASE, 'staged', name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function copy(name: string, source: string, target: string): void {
  cpSync(join(source, name), join(target, name), { recursive: true });
}

async function pack(folder: string, manifest: Manifest): Promise<Archive> {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const args = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', RELEASE];
  const { code, output } = await run('npm', args, { cwd: folder, capture: true, quiet: true });
  if (code !== 0) throw new Error(`npm pack failed for ${manifest.name}: ${output}`);
  return toArchive(output);
}

interface PackReport {
  readonly filename: string;
  readonly name: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** npm 11 reports a list, npm 12 an object by the names of the packages. */
function toArchive(output: string): Archive {
  const [report] = Object.values(JSON.parse(output) as Readonly<Record<string, PackReport>>);
  if (report === undefined) throw new Error(`npm pack reports no archive: ${output}`);
  const { filename, name, unpackedSize, files } = report;
  return { path: join(RELEASE, filename), name, unpackedBytes: unpackedSize, files: files.map(({ path }) => path) };
}
