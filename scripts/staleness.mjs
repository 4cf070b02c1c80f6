// Which products of the build are older than what they are made from. Modification times and not hashes: a false alarm
// costs one incremental build, and looking costs a few milliseconds on every `npm start`.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './command.mjs';

/**
 * Whether a product is missing or older than any of its sources.
 *
 * @param {string} product A path from the checkout's top folder.
 * @param {readonly string[]} sources Files, or folders that count with all that is in them.
 * @returns {boolean}
 */
export function isStale(product, sources) {
  const path = resolve(root, product);
  if (!existsSync(path)) return true;
  return Math.max(...sources.map((source) => newestTime(resolve(root, source)))) > statSync(path).mtimeMs;
}

/** The file that `napi build --platform` writes for the machine that this runs on. */
export function addonFile() {
  const { platform, arch } = process;
  return `tokenwell.${platform}-${arch}${abiSuffix(platform)}.node`;
}

function abiSuffix(platform) {
  if (platform === 'win32') return '-msvc';
  if (platform !== 'linux') return '';
  // Only a Node that runs on glibc reports its version.
  return process.report.getReport().header.glibcVersionRuntime === undefined ? '-musl' : '-gnu';
}

/** 0 for a source that is not there: the build itself then says what it misses. */
function newestTime(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time changes when a file in it is removed or renamed, which no remaining file shows.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestTime(join(path, name))));
}
