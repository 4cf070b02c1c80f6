import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const source = readFileSync(`${root}examples/count-a-prompt.ts`, 'utf8');

it('prints what its comments say', () => {
  const said = Array.from(source.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);
  expect(said).toHaveLength(2);
  const printed = execFileSync(process.execPath, ['--import', 'tsx', 'examples/count-a-prompt.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(printed.trimEnd().split('\n')).toEqual(said);
});

it('is the example that the README opens with', () => {
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(example).toBe(source.replace("'../index.js'", "'tokenwell'"));
});
