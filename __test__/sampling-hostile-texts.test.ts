import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { estimateTokens } from '../src/sampling/estimate.js';
import { jitter } from '../src/sampling/jitter.js';
import { studentT } from '../src/sampling/student-t.js';
import type { TokenCount } from '../src/token-count.js';
import { fixturePath } from './fixture.js';

const CAP = 200_000;
const CHARS = 1_000_000;
const tokenizer = Tokenizer.fromEncodingSync('o200k_base');

const prose = filled((index) => `The words of sentence ${index} go on for a while, as prose does.\n`, CHARS);
const chinese = filled((index) => `这是第${index}句话，它像散文一样继续下去。`, CHARS);
const base64 = randomText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', CHARS);

function filled(sentence: (index: number) => string, chars: number): string {
  let text = '';
  for (let index = 0; text.length < chars; index += 1) text += sentence(index);
  return text.slice(0, chars);
}

function randomText(letters: string, chars: number): string {
  const random = jitter(chars);
  return Array.from({ length: chars }, () => letters[Math.floor(random() * letters.length)]).join('');
}

/** Two kinds in turns, `share` of each period the first one. */
function periodic(first: string, second: string, period: number, share: number): string {
  let text = '';
  for (let at = 0; at < CHARS; at += period) {
    text += first.slice(at, at + Math.floor(period * share));
    text += second.slice(text.length, at + period);
  }
  return text.slice(0, CHARS);
}

function compare(
  text: string,
  counting: Tokenizer = tokenizer,
): { readonly estimate: TokenCount; readonly exact: number } {
  const exact = counting.countSync(text, { maxExactChars: Number.POSITIVE_INFINITY }).tokens;
  const estimate = counting.countSync(text, { maxExactChars: CAP });
  expect(estimate.estimated).toBe(true);
  return { estimate, exact };
}

function expectBoundsHold({ estimate, exact }: ReturnType<typeof compare>): void {
  expect(estimate.low).toBeGreaterThanOrEqual(0);
  expect(estimate.low).toBeLessThanOrEqual(exact);
  expect(estimate.high).toBeGreaterThanOrEqual(exact);
}

describe('the bounds hold for', () => {
  it.each([
    ['half prose, half base64', prose.slice(0, CHARS / 2) + base64.slice(0, CHARS / 2)],
    ['one word of a million letters', 'a'.repeat(CHARS)],
    ['one word of random letters', base64],
    ['white space', ' '.repeat(CHARS)],
    ['a lone block of Chinese in prose', prose.slice(0, 640_000) + chinese.slice(0, 30_000) + prose.slice(0, 330_000)],
    ['blobs that are longer than a window', periodic(prose, base64, 2000, 0.5)],
    ['blobs that are shorter than a window', periodic(prose, base64, 150, 0.5)],
  ])('%s', (_, text) => {
    expectBoundsHold(compare(text));
  });

  it('periods near the length of a stratum, in most of the cases and never far off', () => {
    // A sample of this size has 416 windows of 480 units or a few more or less, so strata are about 2,400 units long.
    const outcomes = Array.from({ length: 21 }, (_, step) => compare(periodic(prose, chinese, 2300 + 10 * step, 0.4)));
    const held = outcomes.filter(({ estimate, exact }) => estimate.low <= exact && exact <= estimate.high);
    expect(held.length).toBeGreaterThanOrEqual(19);
    for (const { estimate, exact } of outcomes) expect(Math.abs(estimate.tokens / exact - 1)).toBeLessThan(0.1);
  });

  it('words that are unknown as a whole and known in parts', async () => {
    // WordPiece gives one unknown token for a word of more than 100 letters, and many tokens for what a window's edge leaves of it.
    const pieces = await Tokenizer.fromFile(fixturePath('word-piece'));
    const text = filled((index) => `the text ${'the'.repeat(40 + (index % 7))} a text of the words\n`, CHARS);
    expectBoundsHold(compare(text, pieces));
  });
});

it('blobs of base64 do not bias the estimate, whatever their length', () => {
  // Of a sample of this size each is off by some per cent by chance, one way or the other; a bias would stay in the mean.
  const errors = [300, 450, 700, 900, 1300, 1900, 2700, 4100].map((period) => {
    const compared = compare(periodic(prose, base64, period, 0.7));
    expectBoundsHold(compared);
    return compared.estimate.tokens / compared.exact - 1;
  });
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
});

describe('the estimate from a sample', () => {
  /** Groups of 1,000 units with 3 tokens too many each, which a recount finds. */
  function sample(tokens: readonly number[]): Parameters<typeof estimateTokens>[0] {
    return {
      tokens: Float64Array.from(tokens, (count) => count + 3),
      units: new Float64Array(tokens.length).fill(1000),
      growth: () => [3, 3],
    };
  }

  it('is in proportion, without what the windows add', () => {
    const estimate = estimateTokens(sample(Array.from({ length: 20 }, () => 250)), 100_000);
    expect(estimate).toMatchObject({ tokens: 25_000, estimated: true, chars: 100_000, sampledChars: 20_000 });
  });

  it('has wider bounds the more the groups of pairs differ, and the less of the text is seen', () => {
    const width = (difference: number, chars: number): number => {
      const tokens = Array.from({ length: 40 }, (_, group) => 250 + (group % 2) * difference);
      const { low, high } = estimateTokens(sample(tokens), chars);
      return (high - low) / chars;
    };
    expect(width(20, 1_000_000)).toBeGreaterThan(1.5 * width(10, 1_000_000));
    expect(width(20, 1_000_000)).toBeGreaterThan(1.2 * width(20, 60_000));
  });

  it('has much wider bounds where one pair makes up the variance', () => {
    const even = estimateTokens(sample(Array.from({ length: 40 }, (_, group) => 250 + (group % 2) * 10)), 1_000_000);
    // The same sum of squares: 20 pairs that differ by 10, or one that differs by the root of 2,000.
    const lone = estimateTokens(
      sample(Array.from({ length: 40 }, (_, group) => (group === 1 ? 294.7 : 250))),
      1_000_000,
    );
    expect(lone.high - lone.low).toBeGreaterThan(1.5 * (even.high - even.low));
  });
});

it("the quantile of Student's t is that of the tables", () => {
  expect(studentT(1e9)).toBeCloseTo(2.326, 3);
  expect(studentT(30)).toBeCloseTo(2.457, 2);
  expect(studentT(10)).toBeCloseTo(2.764, 2);
  expect(studentT(5) / 3.365).toBeGreaterThan(0.99);
  expect(studentT(1)).toBe(studentT(3));
});
