import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Tokenizer } from '../index.js';
import { cutWindow, edgeFrom } from '../src/sampling/window-cutter.js';
import { LEAST_SAMPLE_UNITS, planWindows } from '../src/sampling/window-plan.js';
import { sampledText } from '../src/sampling/sampled-text.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const tokenizer = Tokenizer.fromEncodingSync('o200k_base');
const exact = { maxExactChars: Number.POSITIVE_INFINITY };

afterEach(() => vi.unstubAllEnvs());

describe('windows', () => {
  it('lie in the text in order, apart from each other, and make up the sample evenly', () => {
    const lengths = fc.integer({ min: 20 * LEAST_SAMPLE_UNITS, max: 60_000_000 });
    fc.assert(
      fc.property(lengths, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (chars, share) => {
        const sample = Math.max(LEAST_SAMPLE_UNITS, Math.floor(chars * share));
        const { starts, ends, pairs, windowsPerGroup } = planWindows(chars, sample);
        expect(starts).toHaveLength(2 * pairs * windowsPerGroup);
        const quarters = [0, 0, 0, 0];
        let [end, units] = [0, 0];
        let isInOrder = true;
        for (const [index, start] of starts.entries()) {
          isInOrder &&= start >= end && (ends[index] ?? 0) > start;
          end = ends[index] ?? 0;
          units += end - start;
          const quarter = Math.floor((4 * start) / chars);
          quarters[quarter] = (quarters[quarter] ?? 0) + end - start;
        }
        expect(isInOrder).toBe(true);
        expect(end).toBeLessThanOrEqual(chars);
        expect(units).toBeLessThanOrEqual(sample);
        // Of the smallest samples half is counted twice.
        expect(units).toBeGreaterThan(0.45 * sample);
        expect(Math.max(...quarters) / Math.min(...quarters)).toBeLessThan(2);
      }),
      { numRuns: 30 },
    );
  });

  it('are the same for the same length', () => {
    expect(planWindows(9_000_000, 4_000_000)).toEqual(planWindows(9_000_000, 4_000_000));
  });

  it('split no pair, no sequence and no CRLF, and are the same for all forms of a text', () => {
    const piece = fc.constantFrom('a', 'word ', '😀', '\r\n', 'é', '世界。', '界', '\n', ' ', '=', '\u0301');
    const texts = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), fc.nat(20), (text, one, other, reach) => {
        const [start = 0, end = 0] = [one % (text.length + 1), other % (text.length + 1)].toSorted((a, b) => a - b);
        const checked = { native: text, chars: text.length, bytes: 2 * text.length };
        const view = sampledText(checked);
        const [before, window, behind] = [
          cutWindow(view, 0, start, reach),
          cutWindow(view, start, end, reach),
          cutWindow(view, end, text.length, reach),
        ];
        expect(`${String(before)}${String(window)}${String(behind)}`).toBe(text);
        for (const stretch of [before, window, behind]) expect(stretch).not.toMatch(/\p{Surrogate}|\r$|^\n(?<=\r\n)/u);
        const parts = sampledText({ ...checked, native: { parts: Array.from(text) } });
        expect(cutWindow(parts, start, end, reach)).toBe(window);
        const bytes = new TextEncoder().encode(text);
        const ofBytes = sampledText({ native: bytes, chars: bytes.length, bytes: bytes.length });
        const at = edgeFrom(ofBytes, one % (bytes.length + 1), reach);
        expect(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, at))).toBe(
          new TextDecoder().decode(bytes.subarray(0, at)),
        );
      }),
    );
  });
});

/** Kinds of text with other numbers of tokens for their length. */
const KINDS = [
  (index: number) => `The words of sentence ${index} go on for a while, as prose does.\n`,
  (index: number) => `  const value${index} = compute(${index * 7}, { deep: [${index}] });\n`,
  (index: number) => Buffer.from(`${index * 7919}`.repeat(9)).toString('base64'),
  (index: number) => `これは第${index}の文です。日本語の文章が続きます。`,
  () => '   \n\n\t\t',
];

function mix(random: () => number, chars: number, longest: number): string {
  const blocks: string[] = [];
  for (let length = 0; length < chars;) {
    const kind = KINDS[Math.floor(random() * KINDS.length)] ?? KINDS[0];
    const size = 1 + Math.floor(random() * longest);
    let block = '';
    for (let index = Math.floor(random() * 1e6); block.length < size; index += 1) block += kind?.(index) ?? '';
    blocks.push(block);
    length += block.length;
  }
  return blocks.join('');
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('an estimate', () => {
  it('is near the exact count of mixed texts, whose bounds hold it nearly always', () => {
    const outcomes = Array.from({ length: 40 }, (_, seed) => {
      const text = mix(seeded(seed + 1), 600_000, [200, 5000, 100_000][seed % 3] ?? 0);
      const { tokens } = tokenizer.countSync(text, exact);
      const estimate = tokenizer.countSync(text, { maxExactChars: 150_000 });
      expect(estimate).toMatchObject({ estimated: true, chars: text.length });
      expect(estimate.low).toBeLessThanOrEqual(estimate.tokens);
      expect(estimate.high).toBeGreaterThanOrEqual(estimate.tokens);
      expect(estimate.sampledChars).toBeLessThanOrEqual(160_000);
      const error = Math.abs(estimate.tokens - tokens) / tokens;
      return { error, holds: estimate.low <= tokens && tokens <= estimate.high };
    });
    expect(outcomes.filter(({ holds }) => holds).length).toBeGreaterThanOrEqual(38);
    expect(Math.max(...outcomes.map(({ error }) => error))).toBeLessThan(0.05);
  });

  it('of a text of one kind is all but exact', () => {
    const text = 'The quick brown fox jumps over the lazy dog again and again.\n'.repeat(50_000);
    const { tokens } = tokenizer.countSync(text, exact);
    const estimate = tokenizer.countSync(text, { maxExactChars: 500_000 });
    expect(Math.abs(estimate.tokens - tokens) / tokens).toBeLessThan(0.001);
    expect(estimate.low).toBeLessThanOrEqual(tokens);
    expect(estimate.high).toBeGreaterThanOrEqual(tokens);
  });

  it('is the same each time, in every form, asynchronous or not, and in a batch', async () => {
    const text = mix(seeded(5), 900_000, 20_000);
    const options = { maxExactChars: 100_000, addSpecialTokens: true };
    const estimate = tokenizer.countSync(text, options);
    expect(await tokenizer.count(text, options)).toEqual(estimate);
    expect(await tokenizer.count({ parts: text.match(/[^]{1,999}/gu) ?? [] }, options)).toEqual(estimate);
    const [small, large] = await tokenizer.countBatch(['small', text], options);
    expect([small?.estimated, large]).toEqual([false, estimate]);
    expect(tokenizer.countBatchSync(['small', text], options)).toEqual([small, large]);
  });

  it('of bytes is of those that were given', async () => {
    const text = mix(seeded(6), 900_000, 20_000);
    const bytes = new TextEncoder().encode(text);
    const estimate = tokenizer.countSync(bytes, { maxExactChars: 100_000 });
    const counting = tokenizer.count(bytes, { maxExactChars: 100_000 });
    bytes.fill(0xff);
    expect(await counting).toEqual(estimate);
    expect(estimate.chars).toBe(bytes.length);
  });

  it('counts what the template adds once', async () => {
    const bert = await Tokenizer.fromFile(fixturePath('word-piece'));
    const text = 'the tokens of a text '.repeat(20_000);
    const plain = await bert.count(text, { maxExactChars: 50_000 });
    const framed = await bert.count(text, { maxExactChars: 50_000, addSpecialTokens: true });
    const added = bert.countSync('', { addSpecialTokens: true }).tokens;
    expect(added).toBeGreaterThan(0);
    expect(framed).toEqual({
      ...plain,
      tokens: plain.tokens + added,
      low: plain.low + added,
      high: plain.high + added,
    });
  });

  it('is made above the bound only, and a text that is hardly longer than the least sample is counted', async () => {
    const text = 'word '.repeat(10_000);
    expect((await tokenizer.count(text, { maxExactChars: text.length })).estimated).toBe(false);
    expect((await tokenizer.count(text, { maxExactChars: text.length - 1 })).estimated).toBe(true);
    const short = 'word '.repeat(300);
    expect(await tokenizer.count(short, { maxExactChars: 1 })).toEqual(tokenizer.countSync(short, exact));
  });

  it('of bad UTF-8 in a window fails and names the first bad byte of the text', async () => {
    const bytes = new TextEncoder().encode('é'.repeat(500_000)).fill(0xff, 400_001);
    const message = /^invalid UTF-8 at byte 400000$/u;
    await expectRejection(tokenizer.count(bytes, { maxExactChars: 100_000 }), 'ERR_INVALID_UTF8', message);
  });
});

it('the bound is what the environment says where the call does not', async () => {
  const text = 'word '.repeat(30_000);
  vi.stubEnv('TOKENWELL_MAX_EXACT_CHARS', '50000');
  expect((await tokenizer.count(text)).estimated).toBe(true);
  expect((await tokenizer.count(text, exact)).estimated).toBe(false);
  vi.stubEnv('TOKENWELL_MAX_EXACT_CHARS', 'Infinity');
  expect((await tokenizer.count(text)).estimated).toBe(false);
  for (const value of ['', '0', '1.5', '-1', 'many', '1e6']) {
    vi.stubEnv('TOKENWELL_MAX_EXACT_CHARS', value);
    const message = `the environment variable TOKENWELL_MAX_EXACT_CHARS must be a whole number from 1 up, or Infinity, but is '${value}'`;
    expect(expectThrow(() => tokenizer.countSync('a'), 'ERR_INVALID_ARGUMENT').message).toBe(message);
    expect(tokenizer.countSync('a', { maxExactChars: 5 }).tokens).toBe(1);
  }
  for (const value of [0, 1.5, -1, Number.NaN, '5']) {
    const wrong = { maxExactChars: value as number };
    await expectRejection(tokenizer.count('a', wrong), 'ERR_INVALID_ARGUMENT', /^options\.maxExactChars must be /u);
  }
});
