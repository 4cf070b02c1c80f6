import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { fixturePath } from './fixture.js';

/** The built command line, as the package's `bin` names it. */
export const COMMAND_PATH: string = fileURLToPath(new URL('../dist/esm/src/cli/main.js', import.meta.url));

/** How a run of the command line ended. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line with a small tokenizer, which loads at once: byte-level BPE, so that all text comes back as it was. */
export function runOnFixture(args: readonly string[], input: string | Uint8Array = ''): Promise<CommandResult> {
  return runCommand([...args, '--tokenizer', fixturePath('byte-level-bpe')], input);
}

/** Runs the built command line with its output piped. */
export function runCommand(args: readonly string[], input: string | Uint8Array = ''): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND_PATH, ...args]);
    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    child.stdout.on('data', (chunk: Buffer) => output.stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.stderr.push(chunk));
    // A command that does not read its input may be gone before all of it is written.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      const [stdout, stderr] = [output.stdout, output.stderr].map((chunks) => Buffer.concat(chunks).toString());
      resolve({ code, stdout: stdout ?? '', stderr: stderr ?? '' });
    });
  });
}
