/** What one test runner did. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** The parts of vitest's JSON report that are read here. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

const NONE: TestCounts = { passed: 0, failed: 0 };

/**
 * Reads nextest's closing line, such as `Summary [ 1.2s] 40 tests run: 39 passed (1 slow), 1 failed, 2 skipped`.
 * A run that was cut short says `12/40 tests run`. All that was due and did not pass counts as failed: a test that timed
 * out or could not be started has a word of its own in that line.
 */
export function readNextestCounts(output: string): TestCounts {
  const summary = /Summary \[[^\]]*\]\s+(?:\d+\/)?(\d+) tests? run: (\d+) passed/.exec(output);
  if (summary === null) return NONE;
  const passed = Number(summary[2]);
  return { passed, failed: Number(summary[1]) - passed };
}

/** Adds up the `test result:` lines of `cargo test`, one for each test binary and each crate's documentation. */
export function readCargoTestCounts(output: string): TestCounts {
  const results = output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm);
  return sumCounts(Array.from(results, ([, passed, failed]) => ({ passed: Number(passed), failed: Number(failed) })));
}

/** Reads vitest's JSON report; no report (`null`) means that it ended before it could write one. */
export function readVitestCounts(report: string | null): TestCounts {
  if (report === null) return NONE;
  const { numPassedTests, numFailedTests } = JSON.parse(report) as VitestReport;
  return { passed: numPassedTests, failed: numFailedTests };
}

/**
 * The counts to report for a runner that ended with an exit code. A runner that failed without a failed test (it
 * crashed, or did not compile) and one that ran no test at all both count as one failure: nothing was shown to work.
 */
export function judgeRunner(counts: TestCounts, exitCode: number): TestCounts {
  const failedSilently = exitCode !== 0 && counts.failed === 0;
  const ranNothing = counts.passed + counts.failed === 0;
  return failedSilently || ranNothing ? { passed: counts.passed, failed: 1 } : counts;
}

export function sumCounts(all: readonly TestCounts[]): TestCounts {
  return all.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), NONE);
}

/** The plain closing line, alone on its line, that says how a run ended. */
export function closingLine({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}

/** The counts in the last closing line of an output; none in an output without one. */
export function readClosingLine(output: string): TestCounts {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return last === undefined ? NONE : { passed: Number(last[1]), failed: Number(last[2]) };
}
