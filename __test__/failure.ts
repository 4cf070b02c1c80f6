import { expect } from 'vitest';
import { TokenwellError, type TokenwellErrorCode } from '../index.js';

/** Asserts that a call rejects with a `TokenwellError` of this code whose message matches, and gives the error. */
export async function expectRejection(
  promise: Promise<unknown>,
  code: TokenwellErrorCode,
  message: RegExp = /./u,
): Promise<TokenwellError> {
  const error: unknown = await promise.then(
    (value) => expect.fail(`resolved with ${String(value)} instead of rejecting with ${code}`),
    (reason: unknown) => reason,
  );
  return expectFailure(error, code, message);
}

/** The twin of {@link expectRejection} for calls that throw. */
export function expectThrow(call: () => unknown, code: TokenwellErrorCode, message: RegExp = /./u): TokenwellError {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  return expectFailure(thrown, code, message);
}

function expectFailure(error: unknown, code: TokenwellErrorCode, message: RegExp): TokenwellError {
  expect(error).toBeInstanceOf(TokenwellError);
  const failure = error as TokenwellError;
  expect(failure.message).toMatch(message);
  expect(failure.code).toBe(code);
  return failure;
}
