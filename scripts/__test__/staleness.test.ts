import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStale } from '../staleness.mjs';

describe('a product of the build', () => {
  let folder = '';

  /** Writes a file whose modification time is `second` seconds after the epoch. */
  function write(path: string, second: number): string {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, second, second);
    return file;
  }

  function setFolderTime(path: string, second: number): void {
    utimesSync(join(folder, path), second, second);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tokenwell-stale-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is stale when it is missing', () => {
    expect(isStale(join(folder, 'product'), [write('source', 10)])).toBe(true);
  });

  it('is up to date when every source is older', () => {
    expect(isStale(write('product', 20), [write('a', 10), write('b', 19)])).toBe(false);
  });

  it('is stale when one source is newer', () => {
    expect(isStale(write('product', 20), [write('a', 10), write('b', 21)])).toBe(true);
  });

  it('is stale when a file deep in a folder is newer', () => {
    const product = write('product', 20);
    write('crates/one/src/lib.rs', 30);
    for (const path of ['crates/one/src', 'crates/one', 'crates']) setFolderTime(path, 10);
    expect(isStale(product, [join(folder, 'crates')])).toBe(true);
  });

  it('is stale when a file was removed from a folder', () => {
    const product = write('product', 20);
    write('crates/kept.rs', 10);
    setFolderTime('crates', 30);
    expect(isStale(product, [join(folder, 'crates')])).toBe(true);
  });
});
