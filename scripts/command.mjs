// Running other programs from the bootstrapping scripts. Those run before `npm ci`, so this uses nothing but Node itself.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// The whole module and not the name in it: a Node too old for the name still gets to the sentence that tells it so.
import util from 'node:util';

/** The checkout's top folder, where every command runs. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a program with its output passed on, and resolves when it has ended, whatever its exit code.
 * Programs of installed npm packages are found by their bare names.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('./command.mjs').RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} Code 127 when the program could not be started.
 */
export function run(command, args, { capture = false, quiet = false, cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...environmentWithPackages(), ...env },
      // npm and the programs of npm packages are .cmd files on Windows, which only a shell starts.
      shell: process.platform === 'win32',
      stdio: ['ignore', capture ? 'pipe' : process.stderr, capture ? 'pipe' : process.stderr],
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
      if (!quiet) process.stderr.write(chunk);
    };
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: util.stripVTControlCharacters(output) }));
  });
}

/**
 * Whether a program answers to the given arguments with exit code 0. Prints nothing.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<boolean>}
 */
export function answers(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

function environmentWithPackages() {
  // Windows spells the name `Path`, and a copy of the environment no longer ignores case.
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const packages = join(root, 'node_modules', '.bin');
  return { ...process.env, [name]: `${packages}${delimiter}${process.env[name] ?? ''}` };
}
