import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../command.mjs';
import { findLayerFaults, type CargoMetadata, type CargoPackage } from '../layers.js';

function realMetadata(): CargoMetadata {
  const text = execFileSync('cargo', ['metadata', '--no-deps', '--format-version', '1'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(text) as CargoMetadata;
}

/** The workspace as it is, but for one crate. */
function withChanged(name: string, change: (crate: CargoPackage) => CargoPackage): CargoMetadata {
  return { packages: realMetadata().packages.map((crate) => (crate.name === name ? change(crate) : crate)) };
}

function withDependency(name: string, dependency: string): CargoMetadata {
  return withChanged(name, (crate) => ({ ...crate, dependencies: [...crate.dependencies, { name: dependency }] }));
}

describe('the layers of the crates', () => {
  it('are kept by this workspace', () => {
    expect(findLayerFaults(realMetadata())).toEqual([]);
  });

  it.each([
    ['segment_cache', 'tokenizer_engine', 'segment_cache must not depend on tokenizer_engine'],
    ['tokenizer_engine', 'cached_tokenizer', 'tokenizer_engine must not depend on cached_tokenizer'],
    ['node_binding', 'segment_cache', 'node_binding must not depend on segment_cache'],
    ['cached_tokenizer', 'napi', 'cached_tokenizer must not depend on napi, which only node_binding may'],
    [
      'node_binding',
      'tokenizers',
      'node_binding must not depend on tokenizers, which only tokenizer_engine and oracle may',
    ],
    [
      'cached_tokenizer',
      'tk-encode',
      'cached_tokenizer must not depend on tk-encode, which only tokenizer_engine and oracle may',
    ],
    ['tokenizer_engine', 'oracle', 'tokenizer_engine must not depend on oracle'],
    ['tokenizer_engine', 'moka', 'tokenizer_engine must not depend on moka, which only segment_cache may'],
  ])('are broken when %s depends on %s', (crate, dependency, fault) => {
    expect(findLayerFaults(withDependency(crate, dependency))).toEqual([fault]);
  });

  it('are broken by an edge that is gone', () => {
    const metadata = withChanged('oracle', (crate) => ({
      ...crate,
      dependencies: crate.dependencies.filter(({ name }) => name !== 'cached_tokenizer'),
    }));
    expect(findLayerFaults(metadata)).toEqual(['oracle no longer depends on cached_tokenizer']);
  });

  it('are broken by a second addon', () => {
    const metadata = withChanged('segment_cache', (crate) => ({ ...crate, targets: [{ crate_types: ['cdylib'] }] }));
    expect(findLayerFaults(metadata)).toEqual(['segment_cache is a cdylib, which only node_binding may be']);
  });

  it('are broken by a crate without a place in them', () => {
    const { packages } = realMetadata();
    const stray: CargoPackage = { name: 'extras', dependencies: [], targets: [{ crate_types: ['lib'] }] };
    expect(findLayerFaults({ packages: [...packages, stray] })).toEqual(['extras has no place in the layers']);
  });
});

/** Lints one file under the project's own rules, at a path of its choosing, and returns what oxlint prints. */
function lint(path: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tokenwell-lint-'));
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, path], { cwd: folder, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the layers of the TypeScript', () => {
  it.each([
    ['src/tokenizer.ts', '../binding.cjs', 'Only src/native-binding.ts reaches the addon.'],
    ['src/cli/main.ts', '../../binding.cjs', 'Only src/native-binding.ts reaches the addon.'],
    ['src/tokenizer.ts', '../addon/addon.cjs', 'Only src/native-binding.ts reaches the addon.'],
    ['examples/first-run.ts', '../binding.cjs', 'Only src/native-binding.ts reaches the addon.'],
    ['src/tokenizer.ts', '../index.js', 'index.ts re-exports src; src does not know it.'],
    ['src/cli/main.ts', '../../index.js', 'index.ts re-exports src; src does not know it.'],
    ['src/tokenizer.ts', './cli/main.js', 'The command line stands on the library'],
    ['src/native-binding.ts', './cli/main.js', 'The command line stands on the library'],
    ['index.ts', './src/cli/main.js', 'The command line is a program, not a library.'],
  ])('are broken when %s imports %s', (path, imported, message) => {
    expect(lint(path, `import { thing } from '${imported}';\nexport const other = thing;\n`)).toContain(message);
  });

  it('let the native binding import the addon, and the command line import the library', () => {
    expect(
      lint('src/native-binding.ts', "import binding from '../addon/addon.cjs';\nexport { binding };\n"),
    ).not.toContain('restricted');
    expect(
      lint('src/cli/main.ts', "import { thing } from '../tokenizer.js';\nexport const other = thing;\n"),
    ).not.toContain('restricted');
    expect(
      lint('src/cli/main.ts', "import { thing } from './arguments.js';\nexport const other = thing;\n"),
    ).not.toContain('restricted');
  });
});
