// Builds dist/: the same TypeScript twice, as ES modules and as CommonJS, each with its own declarations.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './command.mjs';

// Both builds import `../addon/addon.cjs` from their src/ folder and must reach the one door to the addon at the package's top: the addon
// keeps one state for each event loop, and a copy of the loader in either build would make a second one.
// It is not `module.exports = require(...)`: Node.js looks for the names that an ES module could import from there, and would read
// the whole loader for that, which takes 2.3 MB in every worker thread.
const shims = {
  'addon/addon.cjs': "const binding = require('../../../addon/addon.cjs');\nmodule.exports = binding;\n",
  'addon/addon.d.cts': "export * from '../../../addon/addon.cjs';\n",
};

const builds = [
  { config: 'tsconfig.esm.json', folder: 'esm', files: shims },
  { config: 'tsconfig.cjs.json', folder: 'cjs', files: { ...shims, 'package.json': '{ "type": "commonjs" }\n' } },
];

// A new folder each time, for a file that no longer has a source would still be packed; and beside dist/, which is replaced
// only when both builds are done, so that a program that runs from it meanwhile finds all its files.
const next = join(root, 'node_modules', '.cache', 'tokenwell-dist');
const dist = join(root, 'dist');

async function build({ config, folder, files }) {
  const target = join(next, folder);
  mkdirSync(join(target, 'addon'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text);
  return (await run('tsc', ['-p', config, '--outDir', target])).code === 0;
}

/**
 * Makes the ES module of the package a door to the CommonJS build. A program that imports and requires the package then has one class `Tokenizer`
 * and not two, and a worker thread that imports it takes 1.6 MB less than with a module for each file.
 */
function writeEntry() {
  const entry = join(next, 'esm', 'index.js');
  // The entry re-exports names and has nothing else.
  const names = Array.from(readFileSync(entry, 'utf8').matchAll(/^export \{ (.*) \} from/gmu), ([, list]) => list);
  writeFileSync(entry, `export { ${names.join(', ')} } from '../cjs/index.js';\n`);
}

rmSync(next, { recursive: true, force: true });
let built = true;
for (const entry of builds) built &&= await build(entry);
if (built) {
  writeEntry();
  rmSync(dist, { recursive: true, force: true });
  renameSync(next, dist);
} else {
  rmSync(next, { recursive: true, force: true });
  process.exitCode = 1;
}
