/** An empty folder in which the archives are installed, as by a user who has nothing else. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../command.mjs';
import type { Runtime } from './runtimes.js';
import type { Archive } from './stage.js';

export interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

const PROGRAMS = join(dirname(fileURLToPath(import.meta.url)), 'programs');

export class Consumer {
  /** Where the packages are installed, with the programs of ours. */
  readonly folder: string;
  readonly #base: string;

  private constructor(base: string) {
    this.#base = base;
    this.folder = join(base, 'empty');
  }

  /** Installs the archives and nothing else: offline, from an empty cache. */
  static async with(archives: readonly Archive[]): Promise<Consumer> {
    const consumer = new Consumer(mkdtempSync(join(tmpdir(), 'tokenwell-consumer-')));
    mkdirSync(consumer.folder);
    writeFileSync(join(consumer.folder, 'package.json'), '{ "private": true }\n');
    const options = [
      '--offline',
      '--cache',
      join(consumer.#base, 'cache'),
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const args = ['install', ...options, ...archives.map(({ path }) => path)];
    if ((await run('npm', args, { cwd: consumer.folder })).code !== 0)
      throw new Error('The archives cannot be installed.');
    cpSync(PROGRAMS, consumer.folder, { recursive: true });
    cpSync(join(consumer.folder, 'node_modules', 'tokenwell', 'README.md'), join(consumer.folder, 'README.md'));
    return consumer;
  }

  /** Runs a program of a runtime with nothing on its PATH but that runtime and a shell: no compiler, and no other runtime. */
  async run({ command, executable }: Runtime, [, ...args]: readonly string[]): Promise<Ended> {
    const path = join(this.#base, 'path', dirname(executable).replaceAll(/[^\w-]+/gu, '-'));
    mkdirSync(path, { recursive: true });
    if (process.platform !== 'win32') link('/bin/sh', join(path, 'sh'));
    const suffix = process.platform === 'win32' ? '.exe' : '';
    link(executable, join(path, `${command}${suffix}`));
    return await ended(join(path, `${command}${suffix}`), args, this.folder, path);
  }

  remove(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }
}

function link(target: string, path: string): void {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

async function ended(command: string, args: readonly string[], cwd: string, path: string): Promise<Ended> {
  return await new Promise((resolve) => {
    const home = join(cwd, '..', 'home');
    const env = { PATH: path, HOME: home, USERPROFILE: home, npm_config_offline: 'true', NO_COLOR: '1' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
    child.on('error', (error) => resolve({ code: 127, output, errors: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output, errors }));
  });
}
