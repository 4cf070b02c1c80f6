/**
 * The layers of the Rust workspace, as data, and the check that finds what breaks them.
 *
 * `cargo deny` bans the foreign crates too, through the whole dependency tree; this check needs no extra tool and also
 * knows the edges between our own crates.
 */

/** The parts of `cargo metadata --no-deps` that are read here. */
export interface CargoMetadata {
  readonly packages: readonly CargoPackage[];
}

export interface CargoPackage {
  readonly name: string;
  readonly dependencies: readonly { readonly name: string }[];
  readonly targets: readonly { readonly crate_types: readonly string[] }[];
}

/** Each crate of the workspace with the crates of the workspace that it stands on. */
const LAYERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['node_binding', ['cached_tokenizer', 'background_work', 'shared_names', 'text_transfer']],
  ['cached_tokenizer', ['segment_cache', 'tokenizer_engine', 'background_work']],
  ['segment_cache', []],
  ['tokenizer_engine', []],
  ['text_transfer', []],
  ['background_work', []],
  ['shared_names', []],
  // Compares the engines with their reference, and ships nowhere: it may see what it checks, and no crate may see it.
  ['oracle', ['cached_tokenizer', 'tokenizer_engine']],
]);

/** Foreign crates with the crates that may name them. */
const OWNERS: readonly { readonly owners: readonly string[]; readonly owned: RegExp }[] = [
  { owners: ['node_binding'], owned: /^napi(-.*)?$/ },
  { owners: ['tokenizer_engine', 'oracle'], owned: /^(tokenizers|tk-.*|bitcannon)$/ },
  { owners: ['segment_cache'], owned: /^moka$/ },
];

const ADDON = 'node_binding';

/** One sentence for each way in which the workspace breaks its layers; empty when it keeps them. */
export function findLayerFaults({ packages }: CargoMetadata): string[] {
  const names = new Set(packages.map(({ name }) => name));
  const missing = [...LAYERS.keys()].filter((name) => !names.has(name));
  return [
    ...missing.map((name) => `${name} is not a crate of the workspace`),
    ...packages.flatMap((crate) => [...edgeFaults(crate, names), ...ownerFaults(crate), ...addonFaults(crate)]),
  ];
}

function edgeFaults({ name, dependencies }: CargoPackage, names: ReadonlySet<string>): string[] {
  const due = LAYERS.get(name);
  if (due === undefined) return [`${name} has no place in the layers`];
  const used = new Set(dependencies.map((dependency) => dependency.name).filter((dependency) => names.has(dependency)));
  const extra = [...used].filter((dependency) => !due.includes(dependency));
  const absent = due.filter((dependency) => !used.has(dependency));
  return [
    ...extra.map((dependency) => `${name} must not depend on ${dependency}`),
    ...absent.map((dependency) => `${name} no longer depends on ${dependency}`),
  ];
}

function ownerFaults({ name, dependencies }: CargoPackage): string[] {
  return OWNERS.filter(({ owners }) => !owners.includes(name)).flatMap(({ owners, owned }) =>
    dependencies
      .filter((dependency) => owned.test(dependency.name))
      .map((dependency) => `${name} must not depend on ${dependency.name}, which only ${owners.join(' and ')} may`),
  );
}

function addonFaults({ name, targets }: CargoPackage): string[] {
  const isAddon = targets.some(({ crate_types: types }) => types.includes('cdylib'));
  if (isAddon === (name === ADDON)) return [];
  return [isAddon ? `${name} is a cdylib, which only ${ADDON} may be` : `${ADDON} is not a cdylib`];
}
