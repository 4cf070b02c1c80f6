// Brings a checkout to the point where everything runs: npm packages, the addon, dist/. What is up to date is left alone,
// and then nothing is printed. `npm start` and `npm test` begin with it; `npm run setup` runs it alone.
import { pathToFileURL } from 'node:url';
import { answers, run } from './command.mjs';
import { addonFile, isStale } from './staleness.mjs';

const MINIMUM_NODE_MAJOR = 20;

/** A reason to stop that the user can act on: printed as one sentence, without a stack trace. */
class SetupError extends Error {}

const steps = [
  {
    title: 'Installing the npm packages',
    // npm writes this file last, so a broken installation counts as none.
    isDue: () => isStale('node_modules/.package-lock.json', ['package-lock.json']),
    command: ['npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']],
  },
  {
    title: 'Building the native addon (minutes when it is the first time)',
    isDue: () => isStale(addonFile(), ['crates', 'Cargo.toml', 'Cargo.lock']),
    command: ['node', ['scripts/build-addon.mjs']],
    needsCargo: true,
  },
  {
    title: 'Building dist/',
    isDue: () =>
      isStale('dist/esm/index.js', [
        'index.ts',
        'src',
        'addon',
        'binding.d.cts',
        'tsconfig.json',
        'tsconfig.esm.json',
        'tsconfig.cjs.json',
      ]),
    command: ['node', ['scripts/build-ts.mjs']],
  },
];

/**
 * Does what is due, in order, and says on standard error what it does and how long it took.
 *
 * @returns {Promise<boolean>} False when a step failed; the reason has then been printed.
 */
export async function setup() {
  try {
    requireNode();
    for (const step of steps) await runWhenDue(step);
    return true;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return false;
  }
}

function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < MINIMUM_NODE_MAJOR) {
    throw new SetupError(`tokenwell needs Node.js ${MINIMUM_NODE_MAJOR} or newer, and this is ${process.version}.`);
  }
}

async function requireCargo() {
  if (await answers('cargo', ['--version'])) return;
  throw new SetupError(
    'Building tokenwell from source needs the Rust toolchain (1.95 or newer), and no `cargo` was found on the PATH: install it with rustup and run this again.',
  );
}

async function runWhenDue({ title, isDue, command, needsCargo = false }) {
  if (!isDue()) return;
  if (needsCargo) await requireCargo();
  console.error(`${title} ...`);
  const start = performance.now();
  const { code } = await run(...command);
  if (code !== 0) throw new SetupError(`${title} failed with exit code ${code}; the lines above say why.`);
  console.error(`${title}: done in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = (await setup()) ? 0 : 1;
}
