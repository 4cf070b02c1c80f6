/**
 * Packs the npm package as it would be published, lets publint and are-the-types-wrong judge the archive, and installs it
 * together with this machine's platform package in an empty folder, where it must work without the sources.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from './command.mjs';
import { addonFile } from './staleness.mjs';

const TEXT = 'How many tokens is this?';
const TOKENS = 6;

const programs: Readonly<Record<string, string>> = {
  'import.mjs': `import { Tokenizer } from 'tokenwell';
const { tokens } = await (await Tokenizer.fromEncoding('o200k_base')).count('${TEXT}');
if (tokens !== ${TOKENS}) throw new Error(\`import: \${tokens} tokens\`);
`,
  'require.cjs': `const { Tokenizer } = require('tokenwell');
const { tokens } = Tokenizer.fromEncodingSync('cl100k_base').countSync('${TEXT}');
if (tokens !== ${TOKENS}) throw new Error(\`require: \${tokens} tokens\`);
`,
};

/** @returns Whether the package passed; what the tools say has been printed. */
export async function checkPackage(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tokenwell-package-'));
  try {
    const archive = await pack(root, folder);
    const platformArchive = await pack(platformFolder(folder), folder);
    if (archive === undefined || platformArchive === undefined) return false;
    const publint = await succeeds('publint', ['run', archive, '--strict']);
    const attw = await succeeds('attw', [archive]);
    return publint && attw && (await worksInstalled(folder, [archive, platformArchive]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function succeeds(command: string, args: readonly string[], cwd: string = root): Promise<boolean> {
  return (await run(command, args, { cwd })).code === 0;
}

/** Packs a folder into `destination`; the path of the archive, or nothing when that failed. */
async function pack(source: string, destination: string): Promise<string | undefined> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', destination];
  const { code, output } = await run('npm', args, { cwd: source, capture: true, quiet: true });
  const filename = /"filename": "([^"]+)"/.exec(output)?.[1];
  if (code === 0 && filename !== undefined) return join(destination, filename);
  console.error(output);
  return undefined;
}

/** This machine's folder of `npm/`, copied, with the addon that was built for it. */
function platformFolder(folder: string): string {
  const addon = addonFile();
  const copy = join(folder, 'platform');
  cpSync(join(root, 'npm', addon.split('.')[1] ?? ''), copy, { recursive: true });
  cpSync(join(root, addon), join(copy, addon));
  return copy;
}

async function worksInstalled(folder: string, archives: readonly string[]): Promise<boolean> {
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(consumer, name), text);
  if (!(await succeeds('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives], consumer)))
    return false;
  for (const name of Object.keys(programs)) {
    if (!(await succeeds(process.execPath, [name], consumer))) return false;
  }
  const tokenwell = join(consumer, 'node_modules', '.bin', 'tokenwell');
  return await succeeds(tokenwell, ['count', '--json', 'package.json'], consumer);
}
