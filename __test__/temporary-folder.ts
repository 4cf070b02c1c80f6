import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder that is removed when the tests of the calling file are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tokenwell-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
