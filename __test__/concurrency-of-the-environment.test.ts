import { afterAll, expect, it, vi } from 'vitest';
import { expectRejection, expectThrow } from './failure.js';

const VARIABLE = 'TOKENWELL_MAX_CONCURRENCY';

afterAll(() => {
  vi.unstubAllEnvs();
});

it('a wrong limit in the environment is an error of the calls, not of the import, until it is put right', async () => {
  vi.stubEnv(VARIABLE, 'many');
  // Nothing in this process has asked for the limit before.
  const { concurrencyStats, Tokenizer } = await import('../index.js');
  const message =
    /^the environment variable TOKENWELL_MAX_CONCURRENCY must be a whole number from 1 to 256, but is 'many'$/u;
  const tokenizer = Tokenizer.fromEncodingSync('cl100k_base');
  await expectRejection(Tokenizer.fromEncoding('cl100k_base'), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(tokenizer.count('a'), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(concurrencyStats, 'ERR_INVALID_ARGUMENT', message);
  expect(tokenizer.countSync('a').tokens).toBe(1);

  vi.stubEnv(VARIABLE, '2');
  expect((await tokenizer.count('a')).tokens).toBe(1);
  expect(concurrencyStats()).toEqual({ limit: 2, active: 0, draining: 0, queued: 0, peakQueued: 0, rejected: 0 });
});
