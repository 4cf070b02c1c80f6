/** How long texts hold the JavaScript thread while they cross into native code. Method and caveats: `benchmark/README.md`. */
import { parseArgs } from 'node:util';
import { thisMachine, writeRecord } from './record.js';
import { measureCrossings } from './transfer/crossings.js';
import { chartOfTransfer, printCrossings, printSmall } from './transfer/report.js';
import { measureSmall } from './transfer/small-inputs.js';

const SIZES = [1000, 64_000, 1_000_000, 4_000_000, 16_000_000];
/** The last one is longer than what crosses in one piece. */
const QUICK_SIZES = [1000, 1_200_000];
const SMALL_SIZES = [10, 100, 1000];

const USAGE = `npm run bench:transfer -- [OPTION...]

  --rounds N    processes for each kind and size, and rounds of the small texts (default: 5)
  --quick       two sizes, once: shows within half a minute that all of it runs
  --out DIR     where the records go (default: benchmark/record)
  --label TEXT  added to the names of the records
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h', default: false },
    label: { type: 'string', default: '' },
    out: { type: 'string', default: 'benchmark/record' },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
});

async function run(): Promise<void> {
  const rounds = Number(values.rounds ?? (values.quick ? 1 : 5));
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds must be a whole number from 1 up, but is '${values.rounds}'`);
  const sizes = values.quick ? QUICK_SIZES : SIZES;
  const crossings = await measureCrossings(sizes, rounds);
  const small = await measureSmall(SMALL_SIZES, rounds);
  const { node, platform, processors } = thisMachine();
  console.log(`${node} on ${platform}, ${processors} processors; medians of ${rounds} rounds; all counts equal`);
  printCrossings(crossings);
  printSmall(small);
  const chart = chartOfTransfer(crossings, small, `${node} on ${platform}, ${processors} processors`);
  const name = values.label === '' ? 'transfer' : `transfer-${values.label}`;
  const path = writeRecord(values.out, name, { rounds, sizes, crossings, small }, chart);
  console.log(`\nwritten: ${path}.json and .svg`);
}

if (values.help) console.log(USAGE);
else await run();
