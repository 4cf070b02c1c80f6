/**
 * `npm run package:check-addon -- FILE --glibc 2.17`: whether an addon for Linux can be published. It must need no symbol of a newer glibc than
 * that (or none at all where the option is left out, as for musl), be stripped, carry no C++, and be no larger than a package may be.
 */
import { parseArgs } from 'node:util';
import { addonFacts } from './addon-facts.js';
import { addonFaults } from './addon-faults.js';

const { values, positionals } = parseArgs({ options: { glibc: { type: 'string' } }, allowPositionals: true });
if (positionals.length === 0) throw new Error('Name the file of the addon.');
for (const path of positionals) {
  const facts = await addonFacts(path);
  const { bytes, glibc = 'none', libraries, isStripped } = facts;
  console.log(
    `${path}: ${(bytes / 1e6).toFixed(2)} MB, newest glibc symbol ${glibc}, ${isStripped ? '' : 'not '}stripped`,
  );
  console.log(`  needs ${libraries.join(', ')}`);
  const faults = addonFaults(facts, values.glibc);
  for (const fault of faults) console.error(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
