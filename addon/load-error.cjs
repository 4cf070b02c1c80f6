// What to tell whoever has no addon that loads: which platform this is, which package it needs, and the way out.
//
// A plain `Error` and no `TokenwellError`: where the addon is missing, the import of the package fails, and nobody has that class to compare with.
'use strict';

const { name, version } = require('../package.json');

/** One code for all of it, as the way out is the same: another installation. */
const CODE = 'ERR_ADDON_NOT_LOADED';

/** What there are addons for; the folders of npm/ have the same names. */
const PLATFORMS = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'linux-x64-gnu',
  'linux-x64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
];

/** How Node.js, Bun and Deno say that there is no such module. */
const NOT_FOUND = /^Cannot find (?:module|package)/u;

/**
 * The error for an addon that is missing or that the system refuses to load.
 *
 * @param {unknown} cause What the generated loader threw: its `cause`s are all that it tried.
 */
function loadError(cause) {
  const platform = platformName();
  if (!PLATFORMS.includes(platform)) return error(unsupported(platform), cause);
  const refusal = tries(cause).find((message) => !NOT_FOUND.test(message));
  return error(refusal === undefined ? notInstalled(platform) : refused(platform, refusal), cause);
}

/**
 * The error for an addon of another version than this package.
 *
 * @param {string} found The version of the addon that was loaded.
 */
function versionError(found) {
  const addon = packageName(platformName());
  return error(
    `${name} ${version} found version ${found} of its addon. Both must be of one version: update ${addon} to ${version}, ` +
      'or delete node_modules and install again.',
  );
}

function error(message, cause) {
  return Object.assign(new Error(message, { cause }), { code: CODE });
}

function unsupported(platform) {
  return (
    `${name} has no addon for ${platform}. There is one for each of ${PLATFORMS.join(', ')}. ` +
    'On other platforms it can be built from its sources, with Rust and `npm run build`.'
  );
}

function notInstalled(platform) {
  const addon = packageName(platform);
  return (
    `${name} needs the package ${addon} ${version} on ${platform}, and it is not installed. It is an optional dependency of ${name}: ` +
    'install without leaving those out (`--omit=optional`, `--no-optional`), and on the system that runs the program, for node_modules of another system ' +
    'has the addon of that one. Where a lock file was written on another system, delete it and node_modules, and install again, or add the package: ' +
    `\`npm install ${addon}@${version}\`. Where a bundler packed the program, leave ${name} out of the bundle and install it beside it.`
  );
}

function refused(platform, refusal) {
  return (
    `${name} found its addon for ${platform}, and the system refuses to load it: ${refusal}. ` +
    'The addons for Linux need glibc 2.17 or newer, or musl 1.2; Deno needs --allow-ffi. Where node_modules came from another system, delete it and install again.'
  );
}

/** What each try of the generated loader came to: the causes below its own error, of which it keeps the messages and not the codes. */
function tries(failure) {
  const messages = [];
  for (let tried = failure?.cause; tried instanceof Error; tried = tried.cause) messages.push(tried.message);
  return messages;
}

function platformName() {
  const { platform, arch } = process;
  if (platform === 'linux') return `linux-${arch}-${usesMusl() ? 'musl' : 'gnu'}`;
  return platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`;
}

/** Only a Node.js that runs on glibc reports its version. Deno may not be allowed to tell, and runs on glibc. */
function usesMusl() {
  try {
    const report = process.report?.getReport();
    return report !== undefined && report.header?.glibcVersionRuntime === undefined;
  } catch {
    return false;
  }
}

function packageName(platform) {
  return `@tokenwell/binding-${platform}`;
}

module.exports = { PLATFORMS, loadError, versionError };
