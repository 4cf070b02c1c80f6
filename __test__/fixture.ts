import { fileURLToPath } from 'node:url';

/** The fixtures that have a model and a text of their own; see fixtures/README.md. */
export const fixtureNames = ['byte-fallback-bpe', 'byte-level-bpe', 'unigram', 'word-level', 'word-piece'] as const;

/** Where a fixture's tokenizer.json is, as a `file:` URL. */
export function fixtureUrl(name: string): URL {
  return new URL(`fixtures/${name}.json`, import.meta.url);
}

/** Where a fixture's tokenizer.json is, as a path. */
export function fixturePath(name: string): string {
  return fileURLToPath(fixtureUrl(name));
}
