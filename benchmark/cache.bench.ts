/** The segment cache on chat traffic: shared, separate, none, and by eviction policy. Method and caveats: `benchmark/README.md`. */
import { basename } from 'node:path';
import { isStale } from '../scripts/staleness.mjs';
import { chartOfModes, printModes } from './cache/mode-report.js';
import { measureInTurns, modesOf, proveEqualIds } from './cache/modes.js';
import { chartOfPolicies, measurePolicies, printPolicies } from './cache/policies.js';
import { nameOfTokenizer, readSettings, type Settings, USAGE } from './cache/settings.js';
import { type Traffic, trafficOf } from './cache/traffic.js';
import { thisMachine, writeRecord } from './record.js';

async function run(settings: Settings, traffic: Traffic, tokenizer: string): Promise<void> {
  const name = nameOfTokenizer(tokenizer);
  const given = [...traffic.files, '--tokenizer', tokenizer, ...settings.passed];
  console.log(`\n${name}, ${traffic.name}`);
  const modes = modesOf(settings);
  const requests = await proveEqualIds(modes, given);
  console.log(`equal ids in all ${modes.length} modes, in each of ${requests.toLocaleString('en')} requests\n`);
  if (settings.rounds > 0) await measure(settings, traffic, name, given);
}

async function measure(settings: Settings, traffic: Traffic, name: string, given: readonly string[]): Promise<void> {
  const { platform, processors, node } = thisMachine();
  const subtitle = `${traffic.name}; ${name}; ${node} on ${platform}, ${processors} processors`;
  const about = {
    tokenizer: name,
    traffic: settings.traffic.length === 0 ? traffic.name : settings.traffic.map((file) => basename(file)),
    options: settings.passed,
  };
  const suffix = [name, settings.growingChat ? 'growing-chat' : '', settings.label].filter((part) => part !== '');
  if (settings.policies) {
    const policies = await measurePolicies(given);
    printPolicies(policies);
    const chart = chartOfPolicies(policies, 'Text found in the segment cache, by budget and eviction policy', subtitle);
    said(writeRecord(settings.out, ['cache-policies', ...suffix].join('-'), { ...about, policies }, chart));
    return;
  }
  const { copies, clients, rounds } = settings;
  const measured = await measureInTurns(modesOf(settings), given, rounds);
  printModes(measured);
  const chart = chartOfModes(measured, 'One segment cache for all clones, one for each, none', subtitle);
  const results = { ...about, copies, clients, rounds, modes: measured };
  said(writeRecord(settings.out, ['cache', ...suffix].join('-'), results, chart));
}

function said(path: string): void {
  console.log(`\nwritten: ${path}.json and .svg`);
}

const settings = readSettings(process.argv.slice(2));
if (settings === undefined) {
  console.log(USAGE);
} else {
  if (isStale('dist/esm/index.js', ['index.ts', 'src', 'binding.d.cts'])) {
    throw new Error('dist/ is older than the sources: run `npm run build:ts`');
  }
  const traffic = trafficOf(settings);
  for (const tokenizer of settings.tokenizers) await run(settings, traffic, tokenizer);
}
