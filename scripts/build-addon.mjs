// Builds the addon: tokenwell.<platform>.node, and the generated loader binding.cjs with its types. For this machine, unless options of
// `napi build` say otherwise, as those of a release do (`--target aarch64-unknown-linux-gnu --use-napi-cross`).
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
  ...process.argv.slice(2),
  // The lock is part of what is built: a build that would change it fails instead.
  '--',
  '--locked',
]);
process.exitCode = code;
