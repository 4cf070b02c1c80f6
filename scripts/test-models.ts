/**
 * `npm run test:models`: tries what threads do with our locks and atomics in every order that there is, by loom. It builds on its own in `target/models`, as
 * the setting that puts loom's locks in the place of std's changes what is built.
 */
import { run } from './command.mjs';
import { closingLine, readCargoTestCounts } from './test-counts.js';

const CRATES = ['background_work', 'segment_cache', 'shared_names'];

const packages = CRATES.flatMap((name) => ['-p', name]);
const { code, output } = await run('cargo', ['test', '--release', '--locked', '--lib', ...packages, 'models'], {
  capture: true,
  env: { RUSTFLAGS: '--cfg tokenwell_loom', CARGO_TARGET_DIR: 'target/models' },
});
const counts = readCargoTestCounts(output);
// A build that fails ran nothing.
const total = code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
