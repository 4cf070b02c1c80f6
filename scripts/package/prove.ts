/**
 * `npm run package:prove`: packs the package and this machine's platform package, lets publint and are-the-types-wrong judge them, installs them offline in an
 * empty folder, and uses them there on each runtime, through bundlers and from TypeScript, with no compiler to be found. `-- --addons FOLDER` takes
 * the addon from another folder than the top one, as for a release. Ends with the line `N passed, N failed`.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from '../command.mjs';
import { addonFile } from '../staleness.mjs';
import { closingLine } from '../test-counts.js';
import { bundleProofs } from './bundle-proofs.js';
import { Consumer } from './consumer.js';
import { platforms } from './platforms.js';
import { prove, type Proof } from './proof.js';
import { runtimeProofs } from './runtime-proofs.js';
import { node, runtimes } from './runtimes.js';
import { sizeFaults } from './sizes.js';
import { stage, type Archives } from './stage.js';
import { installTools } from './tools.js';
import { typeProofs } from './type-proofs.js';

const { values } = parseArgs({ options: { addons: { type: 'string', default: root } } });
const tools = await installTools();
const archives = await stage(
  platforms().filter(({ addon }) => addon === addonFile()),
  resolve(values.addons),
);
const installed = [archives.root, ...archives.platforms.values()];
const [consumer, withoutAddon] = [await Consumer.with(installed), await Consumer.with([archives.root])];
try {
  const found = await runtimes(tools);
  const current = node('this Node.js', process.execPath, '');
  const counts = await prove([
    ...archiveProofs(archives),
    ...found.flatMap((runtime) => runtimeProofs(runtime, consumer, withoutAddon)),
    ...bundleProofs(tools, consumer, current),
    ...typeProofs(consumer),
  ]);
  console.log(closingLine(counts));
  process.exitCode = counts.failed === 0 ? 0 : 1;
} finally {
  consumer.remove();
  withoutAddon.remove();
}

function archiveProofs({ root: archive }: Archives): Proof[] {
  const judges = [
    ['publint', 'run', archive.path, '--strict'],
    ['attw', archive.path],
  ].map(([command = '', ...args]) => ({
    title: `${command} finds nothing wrong`,
    async faults() {
      const { code, output } = await run(command, args, { capture: true, quiet: true });
      return code === 0 ? [] : [output];
    },
  }));
  return [
    { title: 'the packages are no larger than they may be', faults: async () => sizeFaults(archives) },
    ...judges,
  ];
}
