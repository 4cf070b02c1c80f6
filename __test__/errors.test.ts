import { expect, it } from 'vitest';
import { Tokenizer, TokenwellError } from '../index.js';
import { toTokenwellError } from '../src/errors.js';
import { expectRejection } from './failure.js';

it('is an Error with a name, a code and a cause', () => {
  const cause = new Error('underneath');
  const error = new TokenwellError('ERR_UNSUPPORTED', 'not possible', { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: 'TokenwellError', code: 'ERR_UNSUPPORTED', message: 'not possible', cause });
  expect(String(error)).toBe('TokenwellError: not possible');
  expect(error.stack).toContain('errors.test.ts');
});

it('keeps the code and the message of a native error', () => {
  const native = Object.assign(new Error('bad byte'), { code: 'ERR_INVALID_UTF8' });
  const error = toTokenwellError(native);
  expect(error).toMatchObject({ code: 'ERR_INVALID_UTF8', message: 'bad byte', cause: native });
  expect(toTokenwellError(error)).toBe(error);
});

it('takes what has none of our codes for an internal fault', () => {
  for (const cause of [new Error('odd'), Object.assign(new Error('odd'), { code: 'InvalidArg' })]) {
    expect(toTokenwellError(cause)).toMatchObject({ code: 'ERR_INTERNAL', message: 'odd', cause });
  }
  expect(toTokenwellError('odd')).toMatchObject({ code: 'ERR_INTERNAL', message: 'odd', cause: 'odd' });
});

it('carries the native error as its cause', async () => {
  const error = await expectRejection(Tokenizer.fromJSON('{'), 'ERR_TOKENIZER_INVALID');
  expect(error.cause).toBeInstanceOf(Error);
  expect(error.cause).toMatchObject({ code: 'ERR_TOKENIZER_INVALID', message: error.message });
});

it('keeps long values and control characters out of messages', async () => {
  const name = `\u001B[31m${'x'.repeat(10_000)}\n` as 'o200k_base';
  const { message } = await expectRejection(Tokenizer.fromEncoding(name), 'ERR_TOKENIZER_NOT_FOUND');
  expect(message.length).toBeLessThan(400);
  expect(message).not.toMatch(/\p{Cc}/u);
});
