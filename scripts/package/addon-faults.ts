import { compareVersions, type AddonFacts } from './addon-facts.js';
import { MOST_PLATFORM_BYTES } from './sizes.js';

/**
 * One sentence for each reason not to publish an addon for Linux.
 *
 * @param glibc The newest version of glibc whose symbols it may need; without one it may need none.
 */
export function addonFaults({ bytes, glibc, libraries, isStripped }: AddonFacts, newest: string | undefined): string[] {
  const faults: string[] = [];
  if (glibc !== undefined && (newest === undefined || compareVersions(glibc, newest) > 0)) {
    faults.push(
      `It needs glibc ${glibc}, and ${newest === undefined ? 'none' : `no newer one than ${newest}`} is allowed.`,
    );
  }
  const forC = libraries.filter((name) => /stdc\+\+|libc\+\+/u.test(name));
  if (forC.length > 0) faults.push(`It needs the C++ library ${forC.join(', ')}.`);
  if (!isStripped) faults.push('It is not stripped.');
  if (bytes > MOST_PLATFORM_BYTES) faults.push(`It has ${bytes} bytes, and ${MOST_PLATFORM_BYTES} are allowed.`);
  return faults;
}
