/** What stopping at a limit costs on a long text, against counting a short one. Method: `benchmark/README.md`. */
import { printTable } from '../examples/table.js';
import { Tokenizer } from '../index.js';
import { seededRandom } from '../scripts/sample-chats/seeded-random.js';
import { medianOf } from './median.js';
import { sampleTexts } from './texts.js';

const LONG_UNITS = 10_000_000;
const SHORT_UNITS = 8000;
const LIMIT = 1000;
const ROUNDS = 15;
/** Calls a round and kind, each on a text of its own. */
const CALLS = 20;
/** What a call that stops early may cost, as a multiple of counting the short text. */
const BOUND = 3;

type Call = (short: string, long: string) => Promise<unknown>;

const tokenizer = await Tokenizer.fromEncoding('o200k_base', { segmentCache: false });
const random = seededRandom(1);
const lines = sampleTexts().flatMap(({ text }) => text.split('\n'));

const CALLS_OF_A_ROUND: Record<string, Call> = {
  'count of the short text': (short) => tokenizer.count(short),
  isWithinTokenLimit: (_, long) => tokenizer.isWithinTokenLimit(long, LIMIT),
  'truncateToTokens, the start': (_, long) => tokenizer.truncateToTokens(long, LIMIT),
  'truncateToTokens, the end': (_, long) => tokenizer.truncateToTokens(long, LIMIT, { keep: 'end' }),
};

/** Lines in random order, as one flat string. */
function longText(): string {
  const picked: string[] = [];
  for (let units = 0; units < LONG_UNITS;) {
    const line = random.pick(lines);
    picked.push(line);
    units += line.length + 1;
  }
  return picked.join('\n');
}

/** Ends the run unless what is kept of the text is an end of it that has as many tokens as may be, but for a handful at the cut. */
async function prove(long: string): Promise<void> {
  const { tokens } = await tokenizer.count(long, { maxExactChars: Infinity });
  const start = await tokenizer.truncateToTokens(long, LIMIT);
  const end = await tokenizer.truncateToTokens(long, LIMIT, { keep: 'end' });
  if (!long.startsWith(start) || !long.endsWith(end)) throw new Error('what was kept is no part of the text');
  for (const kept of [start, end]) {
    const { ids } = await tokenizer.encode(kept);
    if (ids.length > LIMIT || ids.length < LIMIT - 5) throw new Error(`${ids.length} tokens were kept of ${LIMIT}`);
  }
  const within = await Promise.all(
    [LIMIT, tokens - 1, tokens].map((limit) => tokenizer.isWithinTokenLimit(long, limit)),
  );
  if (within.join() !== `false,false,${tokens}`) throw new Error(`a text of ${tokens} tokens gave ${within.join()}`);
}

/** Milliseconds of a call, each kind in turn with every text. */
async function round(long: string): Promise<number[]> {
  const times: number[] = Object.values(CALLS_OF_A_ROUND).map(() => 0);
  for (let index = 0; index < CALLS; index += 1) {
    const from = index * SHORT_UNITS;
    const short = long.slice(from, from + SHORT_UNITS);
    for (const [kind, call] of Object.values(CALLS_OF_A_ROUND).entries()) {
      const startedMs = performance.now();
      await call(short, long);
      times[kind] = (times[kind] ?? 0) + (performance.now() - startedMs) / CALLS;
    }
  }
  return times;
}

await prove(longText());
const rounds: number[][] = [];
await round(longText());
while (rounds.length < ROUNDS) rounds.push(await round(longText()));

const medians = Object.keys(CALLS_OF_A_ROUND).map((_, kind) => medianOf(rounds.map((times) => times[kind] ?? NaN)));
const [short = NaN] = medians;
const rows = Object.keys(CALLS_OF_A_ROUND).map((name, kind) => {
  const ms = medians[kind] ?? NaN;
  return [name, ms.toFixed(3), `${(ms / short).toFixed(2)}x`, ms <= BOUND * short ? 'ok' : 'not'];
});
console.log(
  `a text of ${LONG_UNITS} characters, limit ${LIMIT}; short: ${SHORT_UNITS}; medians of ${ROUNDS} rounds; ${process.version}\n`,
);
printTable(['call', 'ms', 'ratio', `at most ${BOUND}x`], rows, 1);
