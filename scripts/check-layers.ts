/** Fails when the crates of the workspace depend on each other, or on foreign crates, in another way than `layers.ts` says. */
import { execFileSync } from 'node:child_process';
import { root } from './command.mjs';
import { findLayerFaults, type CargoMetadata } from './layers.js';

const MAX_METADATA_BYTES = 64 * 1024 * 1024;

const metadata = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1', '--locked'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: MAX_METADATA_BYTES,
});
const faults = findLayerFaults(JSON.parse(metadata) as CargoMetadata);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
