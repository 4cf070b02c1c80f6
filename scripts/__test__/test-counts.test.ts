import { describe, expect, it } from 'vitest';
import {
  closingLine,
  judgeRunner,
  readCargoTestCounts,
  readClosingLine,
  readNextestCounts,
  readVitestCounts,
} from '../test-counts.js';

describe("nextest's closing line", () => {
  it.each([
    ['     Summary [   0.007s] 3 tests run: 3 passed, 0 skipped', { passed: 3, failed: 0 }],
    ['     Summary [   1.2s] 1 test run: 0 passed, 1 failed, 0 skipped', { passed: 0, failed: 1 }],
    [
      '     Summary [ 101.9s] 40 tests run: 37 passed (1 slow, 1 leaky), 2 failed, 1 timed out, 2 skipped',
      { passed: 37, failed: 3 },
    ],
    ['     Summary [   0.3s] 5/12 tests run: 4 passed, 1 failed, 0 skipped', { passed: 4, failed: 8 }],
    ['error: could not compile `segment_cache`', { passed: 0, failed: 0 }],
  ])('%s', (line, counts) => {
    expect(readNextestCounts(`    PASS [   0.004s] a b\n------------\n${line}\n`)).toEqual(counts);
  });
});

describe('the result lines of cargo test', () => {
  it('are added up', () => {
    const output = [
      'test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s',
      'test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s',
    ].join('\n');
    expect(readCargoTestCounts(output)).toEqual({ passed: 6, failed: 3 });
  });
});

describe("vitest's report", () => {
  it('gives the numbers of tests', () => {
    expect(readVitestCounts('{"numPassedTests":7,"numFailedTests":2,"success":false}')).toEqual({
      passed: 7,
      failed: 2,
    });
  });

  it('counts nothing when it was not written', () => {
    expect(readVitestCounts(null)).toEqual({ passed: 0, failed: 0 });
  });
});

describe('a runner', () => {
  it('that passed keeps its counts', () => {
    expect(judgeRunner({ passed: 5, failed: 0 }, 0)).toEqual({ passed: 5, failed: 0 });
  });

  it('that failed tests keeps its counts', () => {
    expect(judgeRunner({ passed: 5, failed: 2 }, 1)).toEqual({ passed: 5, failed: 2 });
  });

  it('that crashed after its last test counts as one failure', () => {
    expect(judgeRunner({ passed: 5, failed: 0 }, 134)).toEqual({ passed: 5, failed: 1 });
  });

  it('that ran no test counts as one failure', () => {
    expect(judgeRunner({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the closing line', () => {
  it('is read back from the end of an output', () => {
    const output = `Rust 1 of 1 passed\n1 passed, 0 failed\nmore\n${closingLine({ passed: 12, failed: 3 })}\n`;
    expect(readClosingLine(output)).toEqual({ passed: 12, failed: 3 });
  });
});
