import { once } from 'node:events';
import { exit, stderr, stdout } from 'node:process';
import { printable } from './printable.js';

/** Writes text to the standard output as it is, and waits while the reader is slower than we are. */
export async function write(text: string): Promise<void> {
  if (!stdout.write(text)) await once(stdout, 'drain');
}

/** Writes one line to the standard output. */
export async function writeLine(line: string): Promise<void> {
  await write(`${line}\n`);
}

/** Tells on the standard error, in one line, what went wrong. */
export function complain(message: string): void {
  stderr.write(`tokenwell: ${printable(message)}\n`);
}

/** A reader that has seen enough (`| head`) closes the pipe. That is no failure, so the program ends without a word. */
export function endQuietlyWhenReaderIsGone(): void {
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      exit();
    });
  }
}
