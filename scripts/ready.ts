/**
 * The quality gate: `npm run ready`. Runs every step even after one has failed, prints a table, and ends with the plain
 * line `N passed, N failed`, in which each test and each other step counts as one.
 *
 * `--without-tests` leaves the tests out, for a caller that has just run them.
 */
import { execFileSync } from 'node:child_process';
import { root, run, type RunResult } from './command.mjs';
import { closingLine, readClosingLine, sumCounts, type TestCounts } from './test-counts.js';

interface Step {
  readonly title: string;
  readonly work: () => Promise<TestCounts>;
}

interface Outcome {
  readonly title: string;
  readonly seconds: number;
  readonly counts: TestCounts;
}

/** What the build and the scripts write and the repository keeps. */
const GENERATED = ['binding.cjs', 'binding.d.cts', 'npm', 'examples/chats', 'NOTICE'];

const PASSED: TestCounts = { passed: 1, failed: 0 };
const FAILED: TestCounts = { passed: 0, failed: 1 };

/** A step that is one or more commands. All of them run, so that one report has all there is to mend. */
function commands(title: string, lines: readonly (readonly string[])[], env: Record<string, string> = {}): Step {
  return {
    title,
    async work() {
      const codes: number[] = [];
      for (const [command = '', ...args] of lines) codes.push((await run(command, args, { env })).code);
      return codes.every((code) => code === 0) ? PASSED : FAILED;
    },
  };
}

/** A step that is a script with a closing line of its own, in which each line that it proved counts. */
function script(title: string, file: string): Step {
  return {
    title,
    async work() {
      const { code, output }: RunResult = await run('tsx', [file], { capture: true });
      const counts = readClosingLine(output);
      return code !== 0 && counts.failed === 0 ? sumCounts([counts, FAILED]) : counts;
    },
  };
}

const testStep: Step = script('tests', 'scripts/test.ts');

const generatedStep: Step = {
  title: 'generated files',
  async work() {
    await run('tsx', ['scripts/make-sample-chats.ts']);
    await run('napi', ['create-npm-dirs']);
    // Against the last commit, so that a file which an earlier step of this run brought up to date is found as well.
    const changed = execFileSync('git', ['status', '--porcelain', '--', ...GENERATED], { cwd: root, encoding: 'utf8' });
    if (changed === '') return PASSED;
    console.error(`Generated files differ from the last commit; commit what the build made of them:\n${changed}`);
    return FAILED;
  },
};

const steps: readonly Step[] = [
  commands('format', [
    ['cargo', 'fmt', '--all', '--check'],
    ['oxfmt', '--check'],
  ]),
  commands('clippy', [['cargo', 'clippy', '--workspace', '--all-targets', '--locked', '--', '-D', 'warnings']]),
  commands('rustdoc', [['cargo', 'doc', '--workspace', '--no-deps', '--locked']], { RUSTDOCFLAGS: '-D warnings' }),
  // Before the tests, which run on what is built.
  commands('build', [
    ['node', 'scripts/build-addon.mjs'],
    ['node', 'scripts/build-ts.mjs'],
  ]),
  testStep,
  script('loom models', 'scripts/test-models.ts'),
  commands('tsc', [['tsc', '--noEmit']]),
  commands('oxlint', [['oxlint', '--deny-warnings']]),
  commands('layers', [['tsx', 'scripts/check-layers.ts']]),
  commands('unused code', [['knip']]),
  // The database of advisories is a repository to clone, which a machine without access to it cannot do.
  commands('cargo deny', [['cargo', 'deny', '--locked', 'check', 'bans', 'licenses', 'sources']]),
  commands('vocabularies', [['tsx', 'scripts/make-vocabularies.ts', '--check']]),
  script('npm package', 'scripts/package/prove.ts'),
  generatedStep,
];

async function runStep({ title, work }: Step): Promise<Outcome> {
  console.error(`\n--- ${title}`);
  const start = performance.now();
  const counts = await work().catch((error: unknown) => {
    console.error(error);
    return FAILED;
  });
  return { title, seconds: (performance.now() - start) / 1000, counts };
}

function printOutcomes(outcomes: readonly Outcome[]): void {
  console.log('');
  for (const { title, seconds, counts } of outcomes) {
    const verdict = counts.failed === 0 ? 'passed' : 'FAILED';
    console.log(`${title.padEnd(16)} ${seconds.toFixed(1).padStart(7)} s  ${verdict}`);
  }
}

const due = process.argv.includes('--without-tests') ? steps.filter((step) => step !== testStep) : steps;
const outcomes: Outcome[] = [];
for (const step of due) outcomes.push(await runStep(step));
printOutcomes(outcomes);
const total = sumCounts(outcomes.map(({ counts }) => counts));
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
