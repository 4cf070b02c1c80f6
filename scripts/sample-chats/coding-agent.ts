/** A coding agent at work: tool calls with JSON arguments, listed files with line numbers, test output, patches. */
import type { Chat, ChatMessage } from './chat.js';
import { seededRandom, type SeededRandom } from './seeded-random.js';
import { sourceFile, type SourceFile } from './source-file.js';

const TASKS = 18;

const SYSTEM = `You are a coding agent in the repository of "larder", a stock-keeping service written in TypeScript.
Read before you write, keep changes small, and run the tests after each change. Tools: read_file, apply_patch, run_tests, search.
Answer in at most three sentences when a task is done.`;

const NOUNS = [
  'Shelf',
  'Batch',
  'Supplier',
  'Recipe',
  'Invoice',
  'Stocktake',
  'Label',
  'Warehouse',
  'Delivery',
  'Allergen',
];
const WISHES = [
  'rejects a negative quantity with an error that names the item',
  'keeps the order of the entries when two of them share a date',
  'no longer reads the whole table to answer one lookup',
  'takes a time zone, since the nightly report is an hour off in summer',
  'says which field was wrong when the import fails',
];

export function codingAgentChat(): Chat {
  const random = seededRandom(4711);
  const messages: ChatMessage[] = [{ role: 'system', content: SYSTEM }];
  for (let task = 0; task < TASKS; task++) messages.push(...oneTask(random, task));
  return { title: 'A coding agent in a TypeScript repository', messages };
}

function oneTask(random: SeededRandom, task: number): ChatMessage[] {
  const file = sourceFile(random, random.pick(NOUNS));
  const calls = callCounter(task);
  return [
    { role: 'user', content: `Please change \`${file.path}\` so that ${file.functionName} ${random.pick(WISHES)}.` },
    ...calls('search', { query: file.functionName, glob: '**/*.ts', limit: 20 }, searchResult(random, file)),
    ...calls('read_file', { path: file.path, from: 1, to: file.lines.length }, numbered(file.lines)),
    ...calls('apply_patch', { path: file.path, patch: patch(random, file) }, 'The patch was applied.'),
    ...calls('run_tests', { filter: file.functionName, reporter: 'json' }, testReport(random, file)),
    {
      role: 'assistant',
      content: `\`${file.functionName}\` now does that, and its ${3 + random.below(6)} tests pass. I left the callers alone.`,
    },
  ];
}

type CallMaker = (tool: string, input: object, result: string) => ChatMessage[];

/** Makes the pair of messages of one tool call, with ids that count up within the task. */
function callCounter(task: number): CallMaker {
  let count = 0;
  return (tool, input, result) => {
    const id = `call_${task}_${count++}`;
    const call = { id, type: 'function', function: { name: tool, arguments: JSON.stringify(input) } } as const;
    return [
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: result },
    ];
  };
}

function numbered(lines: readonly string[]): string {
  return lines.map((line, index) => `${String(index + 1).padStart(5)}\t${line}`).join('\n');
}

function searchResult(random: SeededRandom, { path, functionName }: SourceFile): string {
  const hits = Array.from({ length: 4 + random.below(8) }, () => {
    const caller = random.pick(NOUNS).toLowerCase();
    return `src/${caller}/${caller}-service.ts:${10 + random.below(300)}:    const result = await ${functionName}(store, ${caller}Id);`;
  });
  return [`${path}:1:export async function ${functionName}(`, ...hits].join('\n');
}

function patch(random: SeededRandom, { path, lines }: SourceFile): string {
  const at = 8 + random.below(Math.max(1, lines.length - 16));
  const context = lines.slice(at, at + 3).map((line) => ` ${line}`);
  const removed = `-${lines[at + 3] ?? ''}`;
  const added = [
    '+  // Checked here and not in the caller, so that imports are covered too.',
    '+  if (quantity < 0) throw new RangeError(`negative quantity: ${quantity}`);',
  ];
  return [`--- a/${path}`, `+++ b/${path}`, `@@ -${at + 1},4 +${at + 1},5 @@`, ...context, removed, ...added].join(
    '\n',
  );
}

function testReport(random: SeededRandom, { path, functionName }: SourceFile): string {
  const tests = Array.from({ length: 3 + random.below(6) }, (_, index) => ({
    name: `${functionName} case ${index + 1}`,
    status: 'passed',
    durationMs: random.below(400) / 10,
    id: Array.from({ length: 8 }, () => (16 + random.below(240)).toString(16)).join(''),
  }));
  return JSON.stringify({ file: path.replace('.ts', '.test.ts'), tests, failed: 0, passed: tests.length }, null, 2);
}
