import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { CommandError } from './command-error.js';

/** The FILE that means the standard input. */
export const STDIN = '-';

/** What the errors of the operating system mean, in words. */
const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EPERM: 'permission denied',
};

/** The FILEs that a command works on: those it was given, else the standard input if something is fed into it. */
export function inputFiles(files: readonly string[]): readonly string[] {
  if (files.length > 0) return files;
  if (stdin.isTTY) throw new CommandError('no FILE given (- reads the standard input)');
  return [STDIN];
}

/** Reads a whole FILE as bytes. */
export async function readInput(file: string): Promise<Uint8Array> {
  try {
    return file === STDIN ? await buffer(stdin) : await readFile(file);
  } catch (cause) {
    throw new CommandError(meaningOf(cause), { cause });
  }
}

/** Why the operating system could not open a file, in a few words. */
export function meaningOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return MEANINGS[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
