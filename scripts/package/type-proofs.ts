/** TypeScript programs that use the package, as strict as it gets and with its declarations checked too, under each way to resolve modules. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../command.mjs';
import type { Consumer } from './consumer.js';
import type { Proof } from './proof.js';

const SOURCES = join(root, '__test__', 'consumer');

/** `module` and the files for each `moduleResolution`; a bundler has no CommonJS file that says `import = require`. */
const SETTINGS = [
  { resolution: 'node16', module: 'node16', files: ['module.mts', 'common.cts'] },
  { resolution: 'nodenext', module: 'nodenext', files: ['module.mts', 'common.cts'] },
  { resolution: 'bundler', module: 'esnext', files: ['module.mts'] },
] as const;

export function typeProofs(consumer: Consumer): Proof[] {
  for (const name of ['@types', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(consumer.folder, 'node_modules', name), 'junction');
  }
  return SETTINGS.map(({ resolution, module, files }) => ({
    title: `TypeScript with moduleResolution ${resolution}: ${files.join(', ')}`,
    async faults() {
      const project = join(consumer.folder, `types-${resolution}`);
      mkdirSync(project);
      for (const file of files) cpSync(join(SOURCES, file), join(project, file));
      const compilerOptions = { ...STRICT, module, moduleResolution: resolution };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const { code, output } = await run('tsc', ['-p', project], { capture: true, quiet: true });
      return code === 0 ? [] : [output];
    },
  }));
}

const STRICT = {
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};
