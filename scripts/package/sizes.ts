/** What an installed package may take on disk. */
import type { Archives } from './stage.js';

export const MOST_PLATFORM_BYTES = 12_000_000;
export const MOST_ROOT_BYTES = 5_000_000;

/** One sentence for each package that is too large. */
export function sizeFaults({ root, platforms }: Archives): string[] {
  const limits = [...platforms.values()].map((archive) => ({ archive, most: MOST_PLATFORM_BYTES }));
  return [{ archive: root, most: MOST_ROOT_BYTES }, ...limits]
    .filter(({ archive, most }) => archive.unpackedBytes > most)
    .map(
      ({ archive, most }) => `${archive.name} takes ${archive.unpackedBytes} bytes on disk, and ${most} are allowed.`,
    );
}
