/** Programs that a bundler packed, with the package left out of the bundle, or with only the addon left out. */
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Consumer } from './consumer.js';
import type { Proof } from './proof.js';
import type { Runtime } from './runtimes.js';

/** What esbuild has of the interface that is used here; the package is not installed where types are checked. */
interface Esbuild {
  build(options: object): Promise<{ readonly errors: readonly object[] }>;
}

interface WebpackStats {
  hasErrors(): boolean;
  toString(options: object): string;
}

type Webpack = (options: object, done: (error: Error | null, stats?: WebpackStats) => void) => void;

/** Packs the program to a file; what went wrong, if anything did. */
type Bundle = (entry: string, target: string) => Promise<readonly string[]>;

const ADDON_PACKAGES = '@tokenwell/*';

export function bundleProofs(tools: string, consumer: Consumer, runtime: Runtime): Proof[] {
  const require = createRequire(join(tools, 'package.json'));
  const esbuild = require('esbuild') as Esbuild;
  const webpack = require('webpack') as Webpack;
  return [
    proof('esbuild, ES module, tokenwell external', 'esbuild.mjs', withEsbuild(esbuild, 'esm', 'tokenwell')),
    proof('esbuild, CommonJS, tokenwell external', 'esbuild.cjs', withEsbuild(esbuild, 'cjs', 'tokenwell')),
    proof('esbuild, CommonJS, addon external', 'esbuild-all.cjs', withEsbuild(esbuild, 'cjs', ADDON_PACKAGES)),
    proof('webpack, tokenwell external', 'webpack.cjs', withWebpack(webpack, /^tokenwell$/u)),
    proof('webpack, addon external', 'webpack-all.cjs', withWebpack(webpack, /^@tokenwell\//u)),
  ];

  function proof(title: string, file: string, bundle: Bundle): Proof {
    return { title: `a bundle by ${title}`, faults: () => bundled(consumer, runtime, file, bundle) };
  }
}

async function bundled(consumer: Consumer, runtime: Runtime, file: string, bundle: Bundle): Promise<readonly string[]> {
  mkdirSync(join(consumer.folder, 'bundles'), { recursive: true });
  const faults = await bundle(join(consumer.folder, 'program.mjs'), join(consumer.folder, 'bundles', file));
  if (faults.length > 0) return faults;
  const { code, output, errors } = await consumer.run(runtime, runtime.file(join('bundles', file)));
  return code === 0 && output === '6\n' ? [] : [`It should print 6, and ended with ${code}: ${output}${errors}`];
}

function withEsbuild(esbuild: Esbuild, format: 'esm' | 'cjs', external: string): Bundle {
  return async (entry, outfile) => {
    const options = { bundle: true, platform: 'node', logLevel: 'silent' };
    await esbuild.build({ ...options, entryPoints: [entry], outfile, format, external: [external] });
    return [];
  };
}

function withWebpack(webpack: Webpack, external: RegExp): Bundle {
  return async (entry, target) =>
    await new Promise((resolve, reject) => {
      const output = { path: join(target, '..'), filename: basename(target) };
      const options = { mode: 'production', target: 'node', externalsType: 'commonjs', externals: [external] };
      webpack({ ...options, entry, output }, (error, stats) => {
        if (error !== null) reject(error);
        else resolve(stats?.hasErrors() === false ? [] : [stats?.toString({ all: false, errors: true }) ?? 'nothing']);
      });
    });
}
