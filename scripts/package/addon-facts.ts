/** What an addon for Linux asks of the system that loads it, as objdump and its header say. */
import { readFileSync, statSync } from 'node:fs';
import { run } from '../command.mjs';

export interface AddonFacts {
  readonly bytes: number;
  /** The newest glibc symbol that it needs, such as `2.17`; nothing where it needs none. */
  readonly glibc: string | undefined;
  /** The libraries that it is loaded with. */
  readonly libraries: readonly string[];
  readonly isStripped: boolean;
}

/** Type of a section that holds a table of all symbols, which stripping removes; the table that the loader needs is of another type. */
const SYMBOL_TABLE = 2;

/** Of an ELF file. Needs objdump, which comes with every C compiler. */
export async function addonFacts(path: string): Promise<AddonFacts> {
  const { code, output } = await run('objdump', ['-p', '-T', path], { capture: true, quiet: true });
  if (code !== 0) throw new Error(`objdump cannot read ${path}: ${output}`);
  return {
    bytes: statSync(path).size,
    glibc: newestGlibc(output),
    libraries: Array.from(output.matchAll(/^\s*NEEDED\s+(\S+)$/gmu), ([, name = '']) => name),
    isStripped: !sectionTypes(readFileSync(path)).includes(SYMBOL_TABLE),
  };
}

/** The newest version among the names of glibc's symbols in what objdump prints. */
export function newestGlibc(output: string): string | undefined {
  const versions = Array.from(output.matchAll(/\bGLIBC_(\d+(?:\.\d+)*)/gu), ([, version = '']) => version);
  return versions.toSorted(compareVersions).at(-1);
}

/** Negative when `one` is older than `other`. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

/** The types of the sections of a 64-bit little-endian ELF file, as its header lists them. */
function sectionTypes(file: Buffer): number[] {
  const start = Number(file.readBigUInt64LE(0x28));
  const size = file.readUInt16LE(0x3a);
  return Array.from({ length: file.readUInt16LE(0x3c) }, (_, index) => file.readUInt32LE(start + index * size + 4));
}
