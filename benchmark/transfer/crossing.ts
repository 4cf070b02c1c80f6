/**
 * Measures how long one kind of input of one size holds the JavaScript thread while it crosses into native code. It is a program of its
 * own, because the buffers that texts cross in are used again: only in a new process is the first text of its size the first.
 */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { type TextInput, Tokenizer } from '../../index.js';
import { checkWidth, inputMaker, isWide, type Kind, textOf, textOfInput } from './inputs.js';
import { loadNative } from './native.js';

/** What is measured of one crossing, in milliseconds. */
export interface Crossing {
  /** Until `count` has returned its promise. */
  readonly untilReturned: number;
  /** In all turns of the event loop until the promise is settled. */
  readonly held: number;
}

/** What a process has measured. */
export interface Crossings {
  /** The first crossing of a text of that size. */
  readonly cold: Crossing;
  readonly repeated: readonly Crossing[];
  /** Longest turn of the event loop in each of some further crossings. */
  readonly longestTurns: readonly number[];
}

/** A small text and a large one as the package tells them apart, so that the functions which are compiled are the ones that are measured. */
const WARM_UP_UNITS = [20_000, 100_000];
const WARM_UPS = 15;
/** Long enough for the collector's own threads to come to rest. */
const REST_MS = 50;

const native = loadNative();
const tokenizer = await Tokenizer.fromEncoding('o200k_base');
/** All of each text is to cross, however long it is. */
const options = { maxExactChars: Number.POSITIVE_INFINITY };

/** What crosses: a text that is counted, or a string that is looked up, which takes it as napi-rs gives it to Rust. */
function crosserOf(kind: Kind): (input: TextInput) => Promise<unknown> | undefined {
  if (!kind.startsWith('napi')) return (input) => tokenizer.count(input, options);
  return (input) => {
    native.tokenToId(input as string);
    return undefined;
  };
}

async function cross(kind: Kind, input: TextInput): Promise<Crossing> {
  const crossing = crosserOf(kind);
  const before = performance.eventLoopUtilization();
  const startedMs = performance.now();
  const promise = crossing(input);
  const untilReturned = performance.now() - startedMs;
  await promise;
  // Without a promise nothing is left to wait for.
  const held = promise === undefined ? untilReturned : performance.eventLoopUtilization(before).active;
  return { untilReturned, held };
}

/** The longest turn of a loop that does nothing else but turn, while an input crosses. */
async function longestTurn(kind: Kind, input: TextInput): Promise<number> {
  let longest = 0;
  let lastMs = performance.now();
  let next: NodeJS.Immediate | undefined;
  const turns = (): void => {
    const nowMs = performance.now();
    longest = Math.max(longest, nowMs - lastMs);
    lastMs = nowMs;
    next = setImmediate(turns);
  };
  turns();
  await turn();
  await crosserOf(kind)(input);
  // The turn that brought the result is not over yet, and counts too.
  await turn();
  clearImmediate(next);
  return longest;
}

async function measure(kind: Kind, units: number, rounds: number): Promise<Crossings> {
  for (const warmUpUnits of WARM_UP_UNITS) {
    const warmUp = inputMaker(kind, textOf(warmUpUnits, isWide(kind)));
    for (let count = 0; count < WARM_UPS; count += 1) await cross(kind, warmUp());
  }
  const text = textOf(units, isWide(kind));
  checkWidth(kind, text);
  const make = inputMaker(kind, text);
  // What was made must not be collected while something is measured.
  globalThis.gc?.();
  await sleep(REST_MS);
  const cold = await cross(kind, make());
  const repeated: Crossing[] = [];
  const longestTurns: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    repeated.push(await cross(kind, make()));
    longestTurns.push(await longestTurn(kind, make()));
  }
  await proveCount(kind, make());
  return { cold, repeated, longestTurns };
}

/** The count of what crossed must be that of the same text as bytes, without slices and without another thread. */
async function proveCount(kind: Kind, input: TextInput): Promise<void> {
  const text = Buffer.from(textOfInput(input));
  const { ids } = tokenizer.encodeSync(text, { specialTokens: 'text', addSpecialTokens: false });
  const { tokens } = await tokenizer.count(input, options);
  if (tokens !== ids.length) throw new Error(`${kind}: ${tokens} tokens, but ${ids.length} ids`);
}

const [kind, units, rounds] = process.argv.slice(2);
process.send?.(await measure(kind as Kind, Number(units), Number(rounds)));
process.disconnect();
