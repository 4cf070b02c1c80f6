/**
 * The wide sweep over real tokenizer files and texts, which are too large and too differently licensed to ship:
 *
 *     npm run test:material -- [FOLDER]
 *
 * FOLDER holds `tokenizers/`, `corpora/` and `public_cases/`, or an `unpack` program that makes them in the folder given
 * to it. Without it, the variable TOKENWELL_MATERIAL is looked at, and then `../shared/material`. Ends with the plain line
 * `N passed, N failed`.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root, run } from './command.mjs';
import { sweepCorpora } from './material/corpora.js';
import { sweepPublicCases } from './material/public-cases.js';
import { sweepTokenizers } from './material/tokenizers.js';
import { closingLine, judgeRunner, readClosingLine, sumCounts, type TestCounts } from './test-counts.js';

async function findFolder(): Promise<string> {
  const folder = resolve(root, process.argv[2] ?? process.env['TOKENWELL_MATERIAL'] ?? '../shared/material');
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  if (!existsSync(join(folder, 'unpack'))) return folder;
  const unpacked = join(tmpdir(), 'tokenwell-material');
  if ((await run(join(folder, 'unpack'), [unpacked])).code !== 0) throw new Error(`${folder} could not be unpacked`);
  return unpacked;
}

const folder = await findFolder();
const results: TestCounts[] = [];
for (const [title, sweep] of [
  ['tokenizer files', sweepTokenizers],
  ['public cases', sweepPublicCases],
  ['corpora against tiktoken', sweepCorpora],
] as const) {
  const { passed, failures } = await sweep(folder);
  for (const failure of failures) console.log(`FAILED ${title}: ${failure}`);
  const counts = judgeRunner({ passed, failed: failures.length }, 0);
  console.log(`${title}: ${counts.passed} of ${counts.passed + counts.failed} passed`);
  results.push(counts);
}
// The reference itself, on random mixes of the corpora, for every tokenizer file.
const sweep = await run('cargo', ['run', '--release', '--locked', '-p', 'oracle', '--bin', 'sweep', '--', folder], {
  capture: true,
});
results.push(judgeRunner(readClosingLine(sweep.output), sweep.code));
const total = sumCounts(results);
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
