import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type * as Tokenwell from '../index.js';

const require = createRequire(import.meta.url);

it('the ES module build and the CommonJS build of one thread have one limiter', async () => {
  // The entry of the package gives the CommonJS build to both; the command line is made of these modules.
  const [{ Tokenizer }, concurrency] = (await Promise.all(
    ['tokenizer', 'concurrency/concurrency'].map(
      (name) => import(new URL(`../dist/esm/src/${name}.js`, import.meta.url).href),
    ),
  )) as [typeof Tokenwell, typeof Tokenwell];
  const modules = { ...concurrency, Tokenizer };
  const common = require('../dist/cjs/index.js') as typeof Tokenwell;
  expect(common.setConcurrencyLimit).not.toBe(modules.setConcurrencyLimit);

  common.setConcurrencyLimit(1);
  expect(modules.concurrencyStats().limit).toBe(1);
  const text = 'Words of a text that goes on and on, 1 by 1.\n'.repeat(20_000);
  const running = (await common.Tokenizer.fromEncoding('cl100k_base')).count(text);
  const tokenizer = await modules.Tokenizer.fromEncoding('cl100k_base');
  const waiting = [tokenizer.count(text), tokenizer.count(text)];
  expect(common.concurrencyStats()).toEqual(modules.concurrencyStats());
  expect(common.concurrencyStats().active).toBeLessThanOrEqual(1);
  expect(common.concurrencyStats().queued).toBeGreaterThan(0);
  const [{ tokens }, ...others] = await Promise.all([running, ...waiting]);
  expect(others.map((count) => count.tokens)).toEqual([tokens, tokens]);
  expect(modules.concurrencyStats()).toMatchObject({ active: 0, queued: 0 });
});
