import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EncodeOptions, type TextInput, Tokenizer } from '../index.js';
import { fixtureNames, fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const EMOJI = '\u{1F600}';

type Range = readonly [start: number, end: number];

function offsets(tokenizer: Tokenizer, input: TextInput, options?: EncodeOptions): Range[] {
  const { ids, offsets: flat } = tokenizer.encodeSync(input, { addSpecialTokens: false, ...options, offsets: true });
  expect(flat).toHaveLength(2 * ids.length);
  return Array.from(ids, (_, index): Range => [flat?.[2 * index] ?? -1, flat?.[2 * index + 1] ?? -1]);
}

/** The text of each token, but for what the token before it shares with it: tokens that split a character all have the whole of it. */
function slices(text: string, ranges: readonly Range[]): string {
  let reached = 0;
  const parts = ranges.map(([start, end]) => {
    const part = text.slice(Math.max(start, reached), end);
    reached = Math.max(reached, end);
    return part;
  });
  return parts.join('');
}

/** The byte-level fixture without the added tokens that take white space along, and without trimming. */
function byteLevel(): Tokenizer {
  interface File {
    readonly added_tokens: readonly { readonly lstrip: boolean; readonly rstrip: boolean }[];
    readonly post_processor: object;
  }
  const file = JSON.parse(readFileSync(fixturePath('byte-level-bpe'), 'utf8')) as File;
  return Tokenizer.fromJSONSync(
    JSON.stringify({
      ...file,
      added_tokens: file.added_tokens.filter(({ lstrip, rstrip }) => !lstrip && !rstrip),
      post_processor: { ...file.post_processor, trim_offsets: false },
    }),
  );
}

describe.each([
  ['o200k_base', Tokenizer.fromEncodingSync('o200k_base')],
  ['cl100k_base', Tokenizer.fromEncodingSync('cl100k_base')],
  ['byte-level-bpe', byteLevel()],
])('of the byte-level %s', (_, tokenizer) => {
  it('join to the text', () => {
    const property = fc.property(mixedText, (text) => {
      const ranges = offsets(tokenizer, text);
      expect(slices(text, ranges)).toBe(text);
      for (const [index, [start, end]] of ranges.entries()) {
        expect(start).toBeLessThan(end);
        expect(start).toBeGreaterThanOrEqual(ranges[index - 1]?.[0] ?? 0);
        expect(start).toBeLessThanOrEqual(ranges[index - 1]?.[1] ?? 0);
      }
    });
    fc.assert(property, propertyRuns(300));
  });

  it('slice from the text what each token decodes to', () => {
    const property = fc.property(mixedText, (text) => {
      const { ids } = tokenizer.encodeSync(text);
      const ranges = offsets(tokenizer, text);
      for (const [index, id] of ids.entries()) {
        const decoded = tokenizer.decodeSync([id]);
        // Parts of a character, and lone surrogates, decode to U+FFFD.
        if (decoded.includes('\uFFFD')) continue;
        const [start, end] = ranges[index] ?? [0, 0];
        expect(text.slice(start, end)).toBe(decoded);
      }
    });
    fc.assert(property, propertyRuns(200));
  });

  it('are bytes for bytes', () => {
    const property = fc.property(mixedText, (mixed) => {
      const text = Buffer.from(mixed).toString();
      const bytes = Buffer.from(text);
      const inUnits = offsets(tokenizer, text);
      const inBytes = offsets(tokenizer, bytes);
      const asBytes = (units: number): number => Buffer.byteLength(text.slice(0, units));
      expect(inBytes).toEqual(inUnits.map(([start, end]) => [asBytes(start), asBytes(end)]));
    });
    fc.assert(property, propertyRuns(200));
  });
});

it('count an astral character as the two units it has', () => {
  const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
  const text = `${EMOJI}${EMOJI} the`;
  expect(offsets(tokenizer, text).at(-1)).toEqual([4, 8]);
  expect(offsets(tokenizer, Buffer.from(text)).at(-1)).toEqual([8, 12]);
});

it('count a lone surrogate as the one unit it has', () => {
  const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
  for (const lone of ['\uD83D', '\uDE00']) {
    const text = `a${lone}${lone} the`;
    expect(offsets(tokenizer, text).at(-1)).toEqual([3, 7]);
    expect(slices(text, offsets(tokenizer, text))).toBe(text);
  }
});

it('run through parts as if they were joined', () => {
  const property = fc.property(fc.array(mixedText, { maxLength: 5 }), (parts) => {
    const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
    expect(offsets(tokenizer, { parts })).toEqual(offsets(tokenizer, parts.join('')));
  });
  fc.assert(property, propertyRuns(50));
  const o200k = Tokenizer.fromEncodingSync('o200k_base');
  expect(offsets(o200k, { parts: ['a\uD83D', '\uDE00 the'] })).toEqual(offsets(o200k, `a${EMOJI} the`));
});

it('are those of the text as written, whatever the normalizer makes of it', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
  const written = (text: string): string[] => offsets(tokenizer, text).map(([start, end]) => text.slice(start, end));
  // Lower case, without accents, without control characters.
  expect(written(`${EMOJI} THE \u0000  T\u00F6kens`)).toEqual(expect.arrayContaining([EMOJI, 'THE']));
  expect(written('The to\u0301kens').at(-1)).toBe('to\u0301kens');
  expect(written(`the ${EMOJI} tokens`)).toEqual(['the', EMOJI, 'tokens']);
});

it.each(fixtureNames)('never leave the text, and go up: %s', (name) => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath(name));
  const property = fc.property(mixedText, (text) => {
    for (const [start, end] of offsets(tokenizer, text)) {
      expect(start).toBeLessThanOrEqual(end);
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });
  fc.assert(property, propertyRuns(200));
});

it('begin anew in the second text of a pair, and are 0, 0 for what the template added', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
  const { offsets: flat } = tokenizer.encodeSync([`${EMOJI} the`, 'tokens the'], { offsets: true });
  expect(flat).toEqual(Uint32Array.of(0, 0, 0, 2, 3, 6, 0, 0, 0, 6, 7, 10, 0, 0));
});

it('have the unit of each text of a pair', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
  const text = `${EMOJI} the`;
  const options: EncodeOptions = { offsets: true, addSpecialTokens: false };
  expect(tokenizer.encodeSync([text, Buffer.from(text)], options).offsets).toEqual(
    Uint32Array.of(0, 2, 3, 6, 0, 4, 5, 8),
  );
  expect(tokenizer.encodeSync([Buffer.from(text), text], options).offsets).toEqual(
    Uint32Array.of(0, 4, 5, 8, 0, 2, 3, 6),
  );
});

it('follow truncation and a batch', async () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('word-piece'));
  expect(offsets(tokenizer, 'the tokens the', { truncation: { maxLength: 2, direction: 'left' } })).toEqual([
    [4, 10],
    [11, 14],
  ]);
  const [one, two] = await tokenizer.encodeBatch(['the', `${EMOJI} the`], { offsets: true });
  expect(one?.offsets).toEqual(Uint32Array.of(0, 0, 0, 3, 0, 0));
  expect(two?.offsets).toEqual(Uint32Array.of(0, 0, 0, 2, 3, 6, 0, 0));
});

it('leave out white space around words where the file asks for that', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
  expect(offsets(tokenizer, 'The tokens')).toEqual([
    [0, 3],
    [4, 10],
  ]);
  expect(offsets(byteLevel(), 'The tokens')).toEqual([
    [0, 3],
    [3, 10],
  ]);
});

it('tell where added tokens stand, also where they are text', () => {
  const tokenizer = byteLevel();
  const text = `${EMOJI}<|endoftext|>the`;
  const at = tokenizer.encodeSync(text).ids.indexOf(381);
  expect(offsets(tokenizer, text)[at]).toEqual([2, 15]);
  const asText = offsets(tokenizer, text, { specialTokens: 'text' });
  expect(asText).not.toContainEqual([2, 15]);
  expect(slices(text, asText)).toBe(text);
});
