import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { expectRejection } from './failure.js';
import { fixtureNames, fixturePath } from './fixture.js';

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  fc.constantFrom(
    'the tokens ',
    '😀',
    '\ud800',
    '\udc00',
    '\r\n',
    '     ',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    '<|endoftext|>',
    '[SEP]',
    '世界。',
    'e\u0301',
  ),
);
const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const long = fc.array(piece, { minLength: 20, maxLength: 40 }).map((pieces) => pieces.join('').repeat(200));
const policies = fc.record({
  specialTokens: fc.constantFrom('match' as const, 'text' as const),
  addSpecialTokens: fc.boolean(),
});

const tokenizers = [
  ...fixtureNames.map((name) => [name, Tokenizer.fromFileSync(fixturePath(name))] as const),
  ['o200k_base', Tokenizer.fromEncodingSync('o200k_base')] as const,
];

describe.each(tokenizers)('with %s', (_, tokenizer) => {
  it('a text is within a limit exactly when its count is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 3, arbitrary: texts }, long),
        policies,
        fc.double({ min: 0, max: 1.2, noNaN: true }),
        async (text, options, share) => {
          const { tokens } = tokenizer.countSync(text, options);
          for (const limit of [tokens, tokens - 1, Math.floor(tokens * share)].filter((wanted) => wanted >= 0)) {
            expect(await tokenizer.isWithinTokenLimit(text, limit, options)).toBe(tokens <= limit ? tokens : false);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('what is kept of a text fits the limit, and is about as much as fits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 3, arbitrary: texts }, long),
        policies,
        fc.double({ min: 0, max: 1.1, noNaN: true }),
        async (text, options, share) => {
          const count = (part: string): number => tokenizer.countSync(part, options).tokens;
          const whole = count(text);
          const limit = Math.floor(whole * share);
          for (const keep of ['start', 'end'] as const) {
            const kept = await tokenizer.truncateToTokens(text, limit, { ...options, keep });
            const cut = keep === 'start' ? text.slice(0, kept.length) : text.slice(text.length - kept.length);
            expect(kept).toBe(cut);
            expect(kept.length === text.length || whole > limit).toBe(true);
            // Not even the empty text fits where the template has more tokens.
            expect(count(kept)).toBeLessThanOrEqual(Math.max(limit, count('')));
            // A character, or a word of unknown ones, can have several tokens.
            expect(count(kept)).toBeGreaterThanOrEqual(Math.min(whole, limit) - 30);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a limit', () => {
  const [, tokenizer] = tokenizers.at(-1) ?? [];
  if (tokenizer === undefined) throw new Error('there is no tokenizer');

  it('of a text that is longer than a stretch is answered as if it were short', async () => {
    const text = 'a word 1 '.repeat(400_000);
    const { tokens } = tokenizer.countSync(text, { maxExactChars: Number.POSITIVE_INFINITY });
    expect(await tokenizer.isWithinTokenLimit(text, tokens)).toBe(tokens);
    expect(await tokenizer.isWithinTokenLimit(text, tokens - 1)).toBe(false);
    expect(await tokenizer.isWithinTokenLimit({ parts: [text, text] }, tokens + 1)).toBe(false);
    expect(await tokenizer.isWithinTokenLimit(new TextEncoder().encode(text), Number.POSITIVE_INFINITY)).toBe(tokens);
    expect(await tokenizer.truncateToTokens(text, 900_000)).toBe(
      text.slice(0, tokenizer.decodeSync(tokenizer.encodeSync(text).ids.slice(0, 900_000)).length),
    );
  });

  it('that a text keeps leaves it whole, though a part of its last word has more tokens', async () => {
    const bert = Tokenizer.fromFileSync(fixturePath('word-piece'));
    const text = `the ${'tokens'.repeat(900)}`;
    const { tokens } = bert.countSync(text);
    expect(tokens).toBe(2);
    expect(await bert.truncateToTokens(text, tokens)).toBe(text);
    const mirrored = `${'tokens'.repeat(900)} the`;
    expect(await bert.truncateToTokens(mirrored, tokens, { keep: 'end' })).toBe(mirrored);
  });

  it('of no tokens is kept by the empty text alone', async () => {
    expect(await tokenizer.isWithinTokenLimit('', 0)).toBe(0);
    expect(await tokenizer.isWithinTokenLimit('a', 0)).toBe(false);
    expect(await tokenizer.truncateToTokens('a', 0)).toBe('');
    expect(await tokenizer.truncateToTokens('', 0)).toBe('');
  });

  it('cuts no pair of surrogates and no added token in two', async () => {
    const emoji = '👨‍👩‍👧‍👦'.repeat(20);
    for (let limit = 0; limit < 40; limit += 1) {
      for (const keep of ['start', 'end'] as const) {
        expect(await tokenizer.truncateToTokens(emoji, limit, { keep })).not.toMatch(/\p{Surrogate}/u);
      }
    }
    const marked = 'one<|endoftext|>two';
    expect(await tokenizer.truncateToTokens(marked, 2, { specialTokens: 'match' })).toBe('one<|endoftext|>');
    expect(await tokenizer.truncateToTokens(marked, 1, { specialTokens: 'match' })).toBe('one');
    expect(await tokenizer.truncateToTokens(marked, 1, { specialTokens: 'match', keep: 'end' })).toBe('two');
  });

  it('is a whole number', async () => {
    for (const limit of [-1, 1.5, Number.NaN, '3', undefined]) {
      const message = /^limit must be a whole number from 0 up, or Infinity, but is /u;
      await expectRejection(tokenizer.isWithinTokenLimit('a', limit as number), 'ERR_INVALID_ARGUMENT', message);
      await expectRejection(tokenizer.truncateToTokens('a', limit as number), 'ERR_INVALID_ARGUMENT', message);
    }
    await expectRejection(
      tokenizer.truncateToTokens(new Uint8Array(1) as unknown as string, 1),
      'ERR_INVALID_ARGUMENT',
      /^text must be a string/u,
    );
    await expectRejection(
      tokenizer.truncateToTokens('a', 1, { keep: 'middle' as 'end' }),
      'ERR_INVALID_ARGUMENT',
      /^options\.keep must be 'start' or 'end'/u,
    );
    await expectRejection(
      tokenizer.isWithinTokenLimit('a', 1, { maxExactChars: 5 } as object),
      'ERR_INVALID_ARGUMENT',
      /^options has no option 'maxExactChars'/u,
    );
  });

  it('is not answered from bytes that were transferred away meanwhile', async () => {
    const bytes = new TextEncoder().encode('a word 1 '.repeat(300_000));
    const answer = tokenizer.isWithinTokenLimit(bytes, 2_000_000);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    await expectRejection(answer, 'ERR_INVALID_ARGUMENT', /^text was transferred away or resized while it was read$/u);
  });
});
