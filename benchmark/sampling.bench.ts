/** How far estimates of long texts are off, and how often their bounds hold, on mixes of real files. Method: `docs/sampling.md`. */
import { parseArgs } from 'node:util';
import { printTable } from '../examples/table.js';
import { Counter } from './sampling/counter.js';
import { HEADER, rowsOf } from './sampling/report.js';
import { readSources } from './sampling/sources.js';
import { type Outcome, study } from './sampling/study.js';
import { VARIANTS } from './sampling/variants.js';

const USAGE = `npm run bench:sampling -- FILES... [OPTION...]

FILES are cut into blocks and mixed; a .jsonl file in the form of \`tokenwell replay\` gives chats that grow.

  -t, --tokenizer NAME|PATH  an embedded vocabulary or a tokenizer.json; may be repeated (o200k_base)
      --mixes N              mixes for each tokenizer (208)
      --seed S               another seed makes other mixes (1)
      --cap N                length of the sample in UTF-16 units (4000000)
      --finalists            only 16 plain windows and what the package does
      --json                 each estimate as a line of JSON instead of tables`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tokenizer: { type: 'string', short: 't', multiple: true, default: ['o200k_base'] },
    mixes: { type: 'string', default: '208' },
    seed: { type: 'string', default: '1' },
    cap: { type: 'string', default: '4000000' },
    finalists: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function run(): Promise<void> {
  const sources = readSources(positionals);
  const variants = VARIANTS.filter(({ isFinalist }) => isFinalist === true || !values.finalists);
  const settings = { mixes: Number(values.mixes), seed: Number(values.seed), sampleUnits: Number(values.cap) };
  const outcomes: Outcome[] = [];
  for (const tokenizer of values.tokenizer) {
    for await (const outcome of study(new Counter(tokenizer), sources, variants, settings)) {
      outcomes.push(outcome);
      if (values.json) console.log(JSON.stringify(outcome));
    }
  }
  if (values.json) return;
  printTable(
    HEADER,
    rowsOf(outcomes, ({ tokenizer }) => tokenizer),
    2,
  );
  console.log('');
  const finalists = outcomes.filter(({ variant }) =>
    VARIANTS.some(({ name, isFinalist }) => name === variant && isFinalist),
  );
  printTable(
    ['shape', ...HEADER.slice(1)],
    rowsOf(finalists, ({ shape }) => shape),
    2,
  );
}

if (values.help || positionals.length === 0) console.log(USAGE);
else await run();
