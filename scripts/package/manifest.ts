/**
 * The package.json files as they are published.
 *
 * The platform packages are optional dependencies of the package, at exactly its version. They stand in what is published and not in the
 * checkout: there, a version that is not published yet would make `npm ci` fail.
 */
import type { Manifest, Platform } from './platforms.js';

/** What users need of the package.json of the checkout; the rest is for those who work on it. */
const PUBLISHED = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'author',
  'repository',
  'bin',
  'files',
  'type',
  'main',
  'types',
  'exports',
  'engines',
] as const;

/** The repository that a package is published from, where the environment of a workflow names it. Provenance asks for it. */
export function repositoryOf(environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = environment;
  if (server === undefined || repository === undefined) return {};
  return { repository: { type: 'git', url: `git+${server}/${repository}.git` } };
}

/** Of the package itself. */
export function rootManifest(checkout: Manifest, platforms: readonly Platform[], repository: object): Manifest {
  const source: Manifest = { ...checkout, ...repository };
  const fields = PUBLISHED.filter((field) => source[field] !== undefined).map((field) => [field, source[field]]);
  const optionalDependencies = Object.fromEntries(platforms.map(({ manifest }) => [manifest.name, checkout.version]));
  return { ...(Object.fromEntries(fields) as Manifest), optionalDependencies };
}

/** Of the package of one platform, which holds the addon and the texts that must go with it. */
export function platformManifest(
  { manifest, addon }: Platform,
  texts: readonly string[],
  repository: object,
): Manifest {
  return { ...manifest, ...repository, files: [addon, ...texts] };
}
