// Builds the addon for this machine: tokenwell.<platform>.node, and the generated loader binding.cjs with its types.
import { run } from './command.mjs';

const { code } = await run('napi', [
  'build',
  '--manifest-path',
  'crates/node_binding/Cargo.toml',
  '--platform',
  '--release',
  '--output-dir',
  '.',
  '--js',
  'binding.cjs',
  '--dts',
  'binding.d.cts',
  '--no-const-enum',
  // The lock is part of what is built: a build that would change it fails instead.
  '--',
  '--locked',
]);
process.exitCode = code;
