/** Made-up source files that look like a person's: imports, types, comments, functions of several shapes. */
import type { SeededRandom } from './seeded-random.js';

export interface SourceFile {
  readonly path: string;
  readonly functionName: string;
  readonly lines: readonly string[];
}

const FIELDS = [
  'quantity',
  'unit',
  'bestBefore',
  'supplierId',
  'netWeightGrams',
  'temperatureCelsius',
  'note',
  'batchCode',
  'pricePerUnitCents',
];
const TYPES = ['number', 'string', 'Date', 'boolean', 'readonly string[]', 'string | undefined'];
const VERBS = ['load', 'merge', 'count', 'expire', 'reserve', 'release', 'import', 'summarise'];
const REASONS = [
  'The index is on the pair, so asking for both columns at once reads no row twice.',
  'Two clerks may book the same shelf; the later one sees the earlier booking and is told.',
  'Weights are kept as whole grams: sums of floats made the stocktake differ by a few cents.',
  'An empty list is a valid answer here, unlike above, where it means that the import was cut short.',
];

export function sourceFile(random: SeededRandom, noun: string): SourceFile {
  const verb = random.pick(VERBS);
  const folder = noun.toLowerCase();
  const functionName = `${verb}${noun}`;
  const lines = [...head(noun, folder), ...typeDeclaration(random, noun)];
  lines.push(...queryFunction(random, noun, functionName));
  for (const other of random.sample(
    VERBS.filter((name) => name !== verb),
    3,
  )) {
    lines.push('', ...foldFunction(random, noun, `${other}${noun}Entries`));
  }
  return { path: `src/${folder}/${verb}-${folder}.ts`, functionName, lines };
}

function head(noun: string, folder: string): string[] {
  return [
    `import { type ${noun}Row, type Store } from '../store/${folder}-table.js';`,
    "import { assertNever } from '../assert-never.js';",
    "import { logger } from '../logger.js';",
    '',
  ];
}

function typeDeclaration(random: SeededRandom, noun: string): string[] {
  const fields = random.sample(FIELDS, 5).map((field) => `  readonly ${field}: ${random.pick(TYPES)};`);
  return [
    `/** One ${noun.toLowerCase()} as the service hands it out; rows of the table stay inside this folder. */`,
    `export interface ${noun} {`,
    `  readonly id: string;`,
    ...fields,
    '}',
    '',
  ];
}

function queryFunction(random: SeededRandom, noun: string, name: string): string[] {
  const field = random.pick(FIELDS);
  const limit = 10 * (1 + random.below(50));
  return [
    `export async function ${name}(store: Store, id: string, limit = ${limit}): Promise<${noun}[]> {`,
    `  // ${random.pick(REASONS)}`,
    `  const rows = await store.query<${noun}Row>(`,
    `    'SELECT id, ${field} FROM ${noun.toLowerCase()} WHERE parent_id = $1 ORDER BY ${field} DESC LIMIT $2',`,
    '    [id, limit],',
    '  );',
    '  if (rows.length === 0) {',
    `    logger.debug({ id, limit }, '${name}: nothing found');`,
    '    return [];',
    '  }',
    `  return rows.filter((row) => row.${field} !== null).map((row) => ({ ...row, id: String(row.id) }));`,
    '}',
  ];
}

function foldFunction(random: SeededRandom, noun: string, name: string): string[] {
  const [key, value] = random.sample(FIELDS, 2);
  const step = 1 + random.below(99);
  return [
    `export function ${name}(entries: readonly ${noun}[]): Map<string, number> {`,
    '  const totals = new Map<string, number>();',
    '  for (const entry of entries) {',
    `    const key = \`\${entry.id}:\${String(entry.${key})}\`;`,
    `    const amount = Number(entry.${value}) || 0;`,
    `    // ${random.pick(REASONS)}`,
    `    totals.set(key, (totals.get(key) ?? 0) + Math.round(amount * ${step}) / ${step});`,
    '  }',
    `  if (totals.size > ${step * 100}) logger.warn({ size: totals.size }, '${name}: unusually many keys');`,
    '  return totals;',
    '}',
  ];
}
