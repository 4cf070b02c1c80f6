/** Runs every Rust and TypeScript test and ends with the plain line `N passed, N failed`: `npm test`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, run } from './command.mjs';
import {
  closingLine,
  judgeRunner,
  readCargoTestCounts,
  readNextestCounts,
  readVitestCounts,
  sumCounts,
  type TestCounts,
} from './test-counts.js';

interface Runner {
  readonly title: string;
  run(): Promise<TestCounts>;
}

const cargoFlags = ['--workspace', '--locked', '--no-fail-fast'];

function cargoRunner(title: string, args: readonly string[], read: (output: string) => TestCounts): Runner {
  return {
    title,
    async run() {
      const { code, output } = await run('cargo', args, { capture: true });
      return judgeRunner(read(output), code);
    },
  };
}

/** nextest runs each test in a process of its own, but not the examples in the documentation. */
async function rustRunners(): Promise<Runner[]> {
  if (!(await answers('cargo', ['nextest', '--version']))) {
    return [cargoRunner('Rust', ['test', ...cargoFlags], readCargoTestCounts)];
  }
  return [
    cargoRunner('Rust', ['nextest', 'run', ...cargoFlags], readNextestCounts),
    cargoRunner('Rust documentation', ['test', '--doc', ...cargoFlags], readCargoTestCounts),
  ];
}

const vitestRunner: Runner = {
  title: 'TypeScript',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'tokenwell-test-'));
    try {
      const path = join(folder, 'report.json');
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
      const { code } = await run('vitest', ['run', ...reporters]);
      return judgeRunner(readVitestCounts(existsSync(path) ? readFileSync(path, 'utf8') : null), code);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const results: { title: string; counts: TestCounts }[] = [];
for (const runner of [...(await rustRunners()), vitestRunner]) {
  results.push({ title: runner.title, counts: await runner.run() });
}
for (const { title, counts } of results) {
  console.log(`${title.padEnd(20)} ${counts.passed} of ${counts.passed + counts.failed} passed`);
}
const total = sumCounts(results.map(({ counts }) => counts));
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
