import { addonFile, isStale } from '../scripts/staleness.mjs';

/**
 * Runs once before all tests. Some of them run what users run, which is dist/ and the addon; tests of an older build would say
 * nothing about the sources.
 */
export default function requireBuild(): void {
  if (isStale(addonFile(), [])) throw new Error('the addon is not built: run `npm run setup`');
  if (isStale('dist/esm/index.js', ['index.ts', 'src', 'binding.d.cts'])) {
    throw new Error('dist/ is older than the sources: run `npm run build:ts`');
  }
}
