/** The runtimes that the package is proved on, and how each runs a program of ours and the command of an installed package. */
import { join } from 'node:path';
import { run } from '../command.mjs';

export interface Runtime {
  readonly title: string;
  /** The name by which it must be found. */
  readonly command: string;
  /** The program itself. */
  readonly executable: string;
  /** How it runs a file. */
  readonly file: (name: string) => readonly string[];
  /** How it runs the command `tokenwell` of the package that is installed where it runs. */
  readonly tokenwell: (args: readonly string[]) => readonly string[];
  /** How it runs a file that may not load addons, where the runtime knows such a thing. */
  readonly withoutAddons?: (name: string) => readonly string[];
}

/** Node.js with npx, which is run by the same Node.js. */
export function node(title: string, executable: string, npx: string): Runtime {
  return {
    title,
    command: 'node',
    executable,
    file: (name) => ['node', name],
    tokenwell: (args) => ['node', npx, '--no', 'tokenwell', ...args],
  };
}

function bun(executable: string): Runtime {
  return {
    title: 'Bun',
    command: 'bun',
    executable,
    file: (name) => ['bun', 'run', '--bun', name],
    tokenwell: (args) => ['bun', 'x', '--bun', 'tokenwell', ...args],
  };
}

function deno(executable: string): Runtime {
  return {
    title: 'Deno',
    command: 'deno',
    executable,
    file: (name) => ['deno', 'run', '--allow-all', name],
    tokenwell: (args) => ['deno', 'run', '--allow-all', 'npm:tokenwell', ...args],
    withoutAddons: (name) => ['deno', 'run', '--no-prompt', '--allow-read', '--allow-env', name],
  };
}

/** The runtimes that come as packages for Linux on x64; elsewhere only the Node.js that this runs on. */
export async function runtimes(tools: string): Promise<Runtime[]> {
  const npx = await npxOfThisNpm();
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return [node(`Node.js ${process.versions.node}`, process.execPath, npx)];
  }
  const packages = join(tools, 'node_modules');
  const nodes = [20, 22, 24, 26].map((major) =>
    node(`Node.js ${major}`, join(packages, `node-${major}`, 'bin', 'node'), npx),
  );
  return [
    ...nodes,
    bun(join(packages, '@oven', 'bun-linux-x64', 'bin', 'bun')),
    deno(join(packages, '@deno', 'linux-x64-glibc', 'deno')),
  ];
}

async function npxOfThisNpm(): Promise<string> {
  const { output } = await run('npm', ['root', '--global'], { capture: true, quiet: true });
  return join(output.trim(), 'npm', 'bin', 'npx-cli.js');
}
