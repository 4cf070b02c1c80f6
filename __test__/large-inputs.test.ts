import { expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { expectRejection } from './failure.js';
import { fixturePath } from './fixture.js';

const LENGTH = 500_000_000;

it('of 500 MB that are not UTF-8 are an error that says where', async () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
  const bytes = Buffer.alloc(LENGTH, 'a');
  bytes[LENGTH - 1] = 0xff;
  const message = new RegExp(`\\b${LENGTH - 1}\\b`, 'u');
  await expectRejection(
    tokenizer.count(bytes, { maxExactChars: Number.POSITIVE_INFINITY }),
    'ERR_INVALID_UTF8',
    message,
  );
  await expectRejection(tokenizer.encode(bytes, { offsets: true }), 'ERR_INVALID_UTF8', message);
  expect(tokenizer.countSync('the tokens').tokens).toBeGreaterThan(0);
});
