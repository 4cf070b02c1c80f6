// Builds dist/: the same TypeScript twice, as ES modules and as CommonJS, each with its own declarations.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './command.mjs';

// Both builds import `../binding.cjs` from their src/ folder and must reach the one loader at the package's top: the addon
// keeps one state for each event loop, and a copy of the loader in either build would make a second one.
const shims = {
  'binding.cjs': "module.exports = require('../../binding.cjs');\n",
  'binding.d.cts': "export * from '../../binding.cjs';\n",
};

const builds = [
  { config: 'tsconfig.esm.json', folder: 'dist/esm', files: shims },
  { config: 'tsconfig.cjs.json', folder: 'dist/cjs', files: { ...shims, 'package.json': '{ "type": "commonjs" }\n' } },
];

// A file that no longer has a source would still be packed.
rmSync(join(root, 'dist'), { recursive: true, force: true });

for (const { config, folder, files } of builds) {
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, folder, name), text);
  const { code } = await run('tsc', ['-p', config]);
  if (code !== 0) {
    // Without the product, the next setup tries again.
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    process.exitCode = code;
    break;
  }
}
