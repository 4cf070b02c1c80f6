/**
 * The licences of the crates that are linked into the addon, as one text that the package of each addon carries.
 *
 * The crates come from `cargo metadata`, their texts from their own sources. A crate that has none gets the standard text of its licence with its
 * authors. It is made when the packages are, so it is never older than Cargo.lock.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { run } from '../command.mjs';

interface Crate {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly source: string | null;
  readonly license: string | null;
  readonly authors: readonly string[];
  readonly repository: string | null;
  readonly manifest_path: string;
}

interface Node {
  readonly id: string;
  readonly deps: readonly { readonly pkg: string; readonly dep_kinds: readonly { readonly kind: string | null }[] }[];
}

interface Metadata {
  readonly packages: readonly Crate[];
  readonly resolve: { readonly nodes: readonly Node[] };
}

const ADDON = 'node_binding';
const TEXT_FILES = /^(?:licen[cs]e|copying|copyright|notice|unlicense)/iu;
const RULE = `${'-'.repeat(80)}\n`;

/** Licences that a crate without a text of its own may have. Only the first that it offers is given. */
const STANDARD = ['MIT', 'Apache-2.0', 'Zlib'] as const;

/** The whole text. Each licence text stands once, behind the crates that it is for. */
export async function thirdPartyLicences(): Promise<string> {
  const crates = linkedCrates(await cargoMetadata());
  const byText = new Map<string, string[]>();
  for (const crate of crates) {
    for (const text of textsOf(crate))
      byText.set(text, [...(byText.get(text) ?? []), `${crate.name} ${crate.version}`]);
  }
  const texts = Array.from(byText, ([text, names]) => `${RULE}${names.join(', ')}\n${RULE}\n${text}\n`);
  return [
    `The addon of tokenwell contains these Rust crates, on some platforms or on all:\n`,
    ...crates.map(line),
    ...texts,
  ].join('\n');
}

async function cargoMetadata(): Promise<Metadata> {
  const args = ['metadata', '--format-version', '1', '--locked'];
  const { code, output } = await run('cargo', args, { capture: true, quiet: true });
  if (code !== 0) throw new Error(`cargo metadata failed with exit code ${code}: ${output}`);
  return JSON.parse(output.slice(output.indexOf('{'))) as Metadata;
}

/** The crates that the addon is linked from, ours left out, by name. */
export function linkedCrates({ packages, resolve }: Metadata): Crate[] {
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const linked = new Set<string>();
  const due = packages.filter(({ name, source }) => name === ADDON && source === null).map(({ id }) => id);
  for (let id = due.pop(); id !== undefined; id = due.pop()) {
    if (linked.has(id)) continue;
    linked.add(id);
    const dependencies = nodes.get(id)?.deps ?? [];
    due.push(
      ...dependencies.filter(({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null)).map(({ pkg }) => pkg),
    );
  }
  return packages
    .filter(({ id, source }) => linked.has(id) && source !== null)
    .toSorted(
      (one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'),
    );
}

function line({ name, version, license, repository }: Crate): string {
  return `${name} ${version}: ${license ?? 'see below'}${repository === null ? '' : `, ${repository}`}`;
}

function textsOf(crate: Crate): string[] {
  const folder = dirname(crate.manifest_path);
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && TEXT_FILES.test(entry.name),
  );
  return files.length > 0
    ? files.map(({ name }) => tidy(readFileSync(join(folder, name), 'utf8')))
    : [standardText(crate)];
}

/** Texts that differ by line ends and spaces at the end are the same. */
function tidy(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gmu, '')
    .trim();
}

function standardText({ name, license, authors }: Crate): string {
  const licence = STANDARD.find((offered) => license?.split(/[^\w.-]+/u).includes(offered));
  if (licence === undefined)
    throw new Error(`The crate ${name} has no licence text, and no standard one is known for ${license}.`);
  const require = createRequire(import.meta.url);
  const { licenseText } = require(`spdx-license-list/licenses/${licence}.json`) as { licenseText: string };
  return tidy(
    licence === 'Apache-2.0'
      ? licenseText
      : `Copyright: ${authors.join(', ') || `the authors of ${name}`}\n\n${licenseText}`,
  );
}
