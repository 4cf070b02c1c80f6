import fc from 'fast-check';

/** First and last code points of ranges that tokenizers treat each in their own way. */
const RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e], // ASCII
  [0xa0, 0x24f], // Latin
  [0x300, 0x36f], // combining marks
  [0x370, 0x3ff], // Greek
  [0x400, 0x4ff], // Cyrillic
  [0x590, 0x5ff], // Hebrew
  [0x600, 0x6ff], // Arabic
  [0x900, 0x97f], // Devanagari
  [0xe00, 0xe7f], // Thai
  [0x1100, 0x11ff], // Hangul letters
  [0x2000, 0x206f], // spaces and invisible marks
  [0x3040, 0x30ff], // kana
  [0x4e00, 0x9fff], // Han
  [0xac00, 0xd7a3], // Hangul syllables
  [0xd800, 0xdfff], // surrogates without their partner
  [0xe000, 0xf8ff], // private use
  [0x1_f300, 0x1_faff], // emoji
  [0x1_0000, 0x10_ffff], // everything beyond the first plane
];

const words = fc
  .constantFrom(...RANGES)
  .chain(([first, last]) => fc.array(fc.integer({ min: first, max: last }), { minLength: 1, maxLength: 8 }))
  .map((codePoints) => String.fromCodePoint(...codePoints));

const whiteSpace = fc
  .array(fc.constantFrom(' ', '\n', '\r\n', '\t', '\r', '\v', '\f', '\u00A0', '\u0085'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));

const longRuns = fc
  .tuple(fc.constantFrom('a', ' ', '\n', '=', '-', '0', '\u3042', '\u{1F600}'), fc.integer({ min: 2, max: 300 }))
  .map(([text, times]) => text.repeat(times));

const snippets = fc.constantFrom(
  ...`don't WE'LL 's HTTPServer2 camelCaseWord 1234567 3.14 <|endoftext|> <|fim_prefix|> </s> [CLS]`.split(' '),
  'https://example.org/a?b=c#d',
  '{"key": [1, 2]}',
  '// note\n\n\tcode();',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '\0',
  '\uFEFF',
);

/** Random text mixed from many scripts, white space, long runs and pieces of code. */
export const mixedText: fc.Arbitrary<string> = fc
  .array(fc.oneof(words, words, whiteSpace, snippets, longRuns), { maxLength: 24 })
  .map((parts) => parts.join(''));

/**
 * How property tests run: from a fixed seed, so that a failure comes again; a failing test prints the seed and the text. Set
 * `TOKENWELL_TEST_SEED` and `TOKENWELL_TEST_RUNS` to look elsewhere and for longer.
 */
export function propertyRuns(defaultRuns: number): { readonly seed: number; readonly numRuns: number } {
  const { TOKENWELL_TEST_SEED: seed, TOKENWELL_TEST_RUNS: runs } = process.env;
  return { seed: Number(seed ?? 20_260_101), numRuns: Number(runs ?? defaultRuns) };
}
