import { expect } from 'vitest';

/**
 * Asserts that two rows of ids are the same; on a difference it says where, and what `about` says. It takes milliseconds where the
 * matchers of the test runner, which look at every id as an object, take seconds.
 */
export function expectSameIds(ids: Uint32Array, expected: Uint32Array, about = ''): void {
  const at = ids.findIndex((id, index) => id !== expected[index]);
  if (at < 0 && ids.length === expected.length) return;
  const where = at < 0 ? Math.min(ids.length, expected.length) : at;
  const [from, to] = [Math.max(0, where - 3), where + 5];
  expect.fail(
    `${about} ${ids.length} ids instead of ${expected.length}, and from ${where} on others:\n` +
      `...${ids.slice(from, to).join(' ')}... instead of\n...${expected.slice(from, to).join(' ')}...`,
  );
}
