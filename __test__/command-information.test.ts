import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCommand } from './run-command.js';

it.each([['--help'], ['-h'], ['help'], ['count', '--help'], ['decode', '-h']])(
  'prints help: %s %s',
  async (...args) => {
    const { code, stdout, stderr } = await runCommand(args.filter((arg) => typeof arg === 'string'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['count', 'encode', 'decode', 'inspect', 'replay', '--tokenizer', '--json', 'o200k_base']) {
      expect(stdout).toContain(word);
    }
  },
);

it.each([['--version'], ['-V'], ['count', '--version']])('prints the version: %s %s', async (...args) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await runCommand(args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
