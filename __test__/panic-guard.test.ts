import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import binding from '../binding.cjs';
import { TokenwellError, Tokenizer } from '../index.js';
import { settle } from '../src/native-binding.js';
import { fixtureUrl } from './fixture.js';

it('turns a panic in a task into an error, and all goes on', async () => {
  const tokenizer = await Tokenizer.fromFile(fixtureUrl('word-piece'));
  for (let round = 0; round < 20; round += 1) {
    const [panic, counted] = await Promise.allSettled([
      settle(() => binding.forcePanic()),
      tokenizer.count('the tokens'),
    ]);
    expect(panic).toMatchObject({ status: 'rejected', reason: { code: 'ERR_INTERNAL' } });
    expect(panic.status === 'rejected' && panic.reason).toBeInstanceOf(TokenwellError);
    expect(counted).toMatchObject({ status: 'fulfilled', value: { tokens: 2 } });
  }
});

it('does not end the process', async () => {
  const program = `
    import binding from ${JSON.stringify(new URL('../binding.cjs', import.meta.url))};
    import { Tokenizer } from ${JSON.stringify(new URL('../dist/esm/index.js', import.meta.url))};
    const error = await binding.forcePanic().catch((error) => error);
    const tokenizer = await Tokenizer.fromFile(new URL(${JSON.stringify(fixtureUrl('word-piece'))}));
    const { tokens } = await tokenizer.count('the tokens');
    console.log(JSON.stringify({ code: error.code, isError: error instanceof Error, tokens }));
  `;
  // It rejects for any exit code but 0.
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toEqual({ code: 'ERR_INTERNAL', isError: true, tokens: 2 });
});
