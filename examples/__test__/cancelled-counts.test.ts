import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const example = fileURLToPath(new URL('../cancelled-counts.ts', import.meta.url));

it('ends with nothing running, and with the counts of those who waited', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', example]);
  expect(stdout).toMatch(/^when all had called +3 +21 +0$/mu);
  expect(stdout).toMatch(/^when all had an answer +0 +0 +\d+$/mu);
  const [, counted] = /^(\d+) of 24 callers got their count of 560,000 tokens/mu.exec(stdout) ?? [];
  expect(Number(counted)).toBeGreaterThanOrEqual(4);
});
