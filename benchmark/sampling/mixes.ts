/** Long texts made of real ones, by a seed: the same seed and files always make the same mixes. */
import { type SeededRandom, seededRandom } from '../../scripts/sample-chats/seeded-random.js';
import type { Source, Sources } from './sources.js';

/** How a mix is put together. Mixes take turns among them. */
export const SHAPES = [
  'few large blocks',
  'many small blocks',
  'blocks of all sizes',
  'one kind',
  'growing chats',
  'half and half',
  'long period',
  'a lone block',
] as const;

export type Shape = (typeof SHAPES)[number];

export interface Mix {
  readonly number: number;
  readonly shape: Shape;
  readonly text: string;
}

const [FEWEST_CHARS, MOST_CHARS] = [5e6, 50e6];

/** Makes mix number `number`. Its length is between 5 and 50 million characters, each order of magnitude as often. */
export function makeMix(sources: Sources, seed: number, number: number): Mix {
  const random = seededRandom(Math.imul(seed, 0x9e_37_79_b1) + Math.imul(number + 1, 0x85_eb_ca_6b));
  for (let skipped = 0; skipped < 8; skipped += 1) random.below(2);
  const shape = SHAPES[number % SHAPES.length] ?? 'one kind';
  const chars = Math.floor(logUniform(random, FEWEST_CHARS, MOST_CHARS));
  return { number, shape, text: makers[shape](sources, chars, random).join('').slice(0, chars) };
}

type Maker = (sources: Sources, chars: number, random: SeededRandom) => string[];

const makers: Record<Shape, Maker> = {
  'few large blocks': (sources, chars, random) => blocks(sources, chars, random, chars / 8, chars / 3),
  'many small blocks': (sources, chars, random) => blocks(sources, chars, random, 500, 20_000),
  'blocks of all sizes': (sources, chars, random) => blocks(sources, chars, random, 200, 2e6),
  'one kind': ({ files }, chars, random) => [block(random.pick(files), chars, random)],
  'growing chats': growingChats,
  'half and half': ({ files }, chars, random) => {
    const half = Math.ceil(chars / 2);
    return random.sample(files, 2).map((source) => block(source, half, random));
  },
  'long period': longPeriod,
  'a lone block': ({ files }, chars, random) => {
    const [common, rare] = [random.pick(files), random.pick(files)];
    const before = random.below(chars);
    const lone = Math.floor(logUniform(random, 2000, 500_000));
    return [block(common, before, random), block(rare, lone, random), block(common, chars, random)];
  },
};

/** Blocks of random files, with lengths of each order of magnitude as often. */
function blocks({ files }: Sources, chars: number, random: SeededRandom, shortest: number, longest: number): string[] {
  const texts: string[] = [];
  for (let rest = chars; rest > 0;) {
    const text = block(random.pick(files), Math.floor(logUniform(random, shortest, longest)), random);
    texts.push(text);
    rest -= text.length;
  }
  return texts;
}

/** Requests of a few chats that take turns, each repeating its chat from the start. */
function growingChats(sources: Sources, chars: number, random: SeededRandom): string[] {
  if (sources.chats.length === 0) return blocks(sources, chars, random, 2000, 50_000);
  const texts: string[] = [];
  for (let rest = chars; rest > 0;) {
    for (const request of random.pick(sources.chats)) {
      texts.push(request);
      rest -= request.length;
      if (rest <= 0) break;
    }
  }
  return texts;
}

/** Two kinds that alternate with one period, such as a sampler with a fixed stride could fall into step with. */
function longPeriod({ files }: Sources, chars: number, random: SeededRandom): string[] {
  const [first, second] = [random.pick(files), random.pick(files)];
  const period = Math.floor(chars / 2 ** (3 + random.below(11)));
  const share = Math.floor(period * (0.1 + random.below(800) / 1000));
  const texts: string[] = [];
  for (let rest = chars; rest > 0; rest -= period) {
    texts.push(block(first, share, random), block(second, period - share, random));
  }
  return texts;
}

/** A stretch of a file from a random place on, around and around. Surrogate pairs stay whole but at its edges. */
function block({ text }: Source, chars: number, random: SeededRandom): string {
  const start = random.below(text.length);
  if (start + chars <= text.length) return text.slice(start, start + chars);
  const parts = [text.slice(start)];
  for (let rest = chars - text.length + start; rest > 0; rest -= text.length) parts.push(text.slice(0, rest));
  return parts.join('');
}

function logUniform(random: SeededRandom, least: number, most: number): number {
  return least * (most / least) ** (random.below(1_000_000) / 1_000_000);
}
