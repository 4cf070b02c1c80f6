/**
 * A server's worst moment: many huge prompts at once, of which most callers give up after a while. What they gave up on stops, and what the others
 * wait for gets its turn.
 *
 * Run with `npx tsx examples/cancelled-counts.ts`.
 */
import { concurrencyStats, Tokenizer } from '../index.js';
import { printTable } from './table.js';

const PROMPTS = 24;
const PATIENCE_MS = 40;

const tokenizer = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
const prompt = 'A prompt that somebody pasted a whole book into, page by page.\n'.repeat(40_000);

const calls = Array.from({ length: PROMPTS }, (_, index) => {
  // Every sixth caller waits as long as it takes.
  const signal = index % 6 === 0 ? undefined : AbortSignal.timeout(PATIENCE_MS);
  return tokenizer.count(prompt, { signal });
});
const atFirst = concurrencyStats();
const outcomes = await Promise.allSettled(calls);
const inTheEnd = concurrencyStats();

const counted = outcomes.filter((outcome) => outcome.status === 'fulfilled');
printTable(
  ['', 'running', 'waiting', 'cancelled, still stopping'],
  [
    ['when all had called', `${atFirst.active}`, `${atFirst.queued}`, `${atFirst.draining}`],
    ['when all had an answer', `${inTheEnd.active}`, `${inTheEnd.queued}`, `${inTheEnd.draining}`],
  ],
);
const tokens = counted[0]?.value.tokens.toLocaleString('en');
console.log(`\n${counted.length} of ${PROMPTS} callers got their count of ${tokens} tokens; the others gave up.`);
tokenizer.close();
