import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodeOptions, type DecodeStream, Tokenizer } from '../index.js';
import { expectThrow } from './failure.js';
import { fixtureNames, fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const o200k = Tokenizer.fromEncodingSync('o200k_base');
const tokenizers = [
  ...fixtureNames.map((name) => [name, Tokenizer.fromFileSync(fixturePath(name))] as const),
  ['o200k_base', o200k] as const,
];

const pushAll = (stream: DecodeStream, ids: Iterable<number>): string[] => [
  ...Array.from(ids, (id) => stream.push(id)),
  stream.flush(),
];

/** A high surrogate that its low one does not follow, or a low one alone. */
const splitCharacter = /\p{Surrogate}/u;

const everyOption: DecodeOptions[] = [{}, { skipSpecialTokens: true }];

describe.each(tokenizers)('of %s', (_, tokenizer) => {
  it('gives in pieces what decoding gives at once, for any ids', () => {
    const known = [...tokenizer.vocab().values()];
    const id = fc.nat({ max: known.length - 1 }).map((index) => known[index] ?? 0);
    const ids = fc.array(id, { maxLength: 40 });
    const property = fc.property(ids, fc.constantFrom(...everyOption), (some, options) => {
      const pieces = pushAll(tokenizer.decodeStream(options), some);
      expect(pieces.join('')).toBe(tokenizer.decodeSync(some, options));
      for (const piece of pieces) expect(piece).not.toMatch(splitCharacter);
    });
    fc.assert(property, propertyRuns(500));
  });

  it('gives in pieces the ids of a text, wherever they end', () => {
    const property = fc.property(mixedText, fc.nat(), fc.constantFrom(...everyOption), (text, end, options) => {
      const { ids } = tokenizer.encodeSync(text);
      const some = ids.subarray(0, end % (ids.length + 1));
      expect(pushAll(tokenizer.decodeStream(options), some).join('')).toBe(tokenizer.decodeSync(some, options));
    });
    fc.assert(property, propertyRuns(200));
  });
});

it('holds back half a character, and no more', () => {
  const { ids } = o200k.encodeSync('the \u{1F9FF}!');
  const pieces = pushAll(o200k.decodeStream(), ids);
  expect(pieces[0]).toBe('the');
  expect(pieces.at(-2)).toBe('!');
  expect(pieces.at(-1)).toBe('');
  expect(pieces.filter((piece) => piece.includes('\u{1F9FF}'))).toHaveLength(1);
});

it('gives half a character at the end as decoding does', () => {
  const { ids } = o200k.encodeSync('\u{1F9FF}');
  expect(ids.length).toBeGreaterThan(1);
  const stream = o200k.decodeStream();
  for (const id of ids.subarray(0, -1)) expect(stream.push(id)).toBe('');
  expect(stream.flush()).toBe(o200k.decodeSync(ids.subarray(0, -1)));
});

it('does not stall on a text that ends in U+FFFD', () => {
  for (const text of ['a\uFFFD', '\uFFFD', '\uFFFD\uFFFD b', 'the\uFFFD \uFFFD']) {
    const { ids } = o200k.encodeSync(text);
    const stream = o200k.decodeStream();
    const pushed = Array.from(ids, (id) => stream.push(id)).join('');
    expect(pushed).toBe(text);
    expect(stream.flush()).toBe('');
  }
});

it('starts anew after a flush', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('unigram'));
  const { ids } = tokenizer.encodeSync('the tokens', { addSpecialTokens: false });
  const stream = tokenizer.decodeStream();
  const first = pushAll(stream, ids);
  expect(pushAll(stream, ids)).toEqual(first);
  expect(first.join('')).toBe('the tokens');
  expect(stream.flush()).toBe('');
});

it('refuses an id that the vocabulary does not have, and goes on as if it had not come', () => {
  const size = o200k.vocabSize() + 100;
  const stream = o200k.decodeStream();
  let text = '';
  for (const id of o200k.encodeSync('the \u{1F9FF} tokens').ids) {
    text += stream.push(id);
    for (const unknown of [size, 2 ** 32 - 1, 2 ** 32, -1]) {
      expectThrow(() => stream.push(unknown), 'ERR_ID_OUT_OF_RANGE', new RegExp(String(unknown), 'u'));
    }
  }
  expect(text + stream.flush()).toBe('the \u{1F9FF} tokens');
});

it('leaves unknown ids out on request', () => {
  const stream = o200k.decodeStream({ unknownIds: 'skip' });
  const ids = [...o200k.encodeSync('the tokens').ids];
  const some = [2 ** 31, ...ids.slice(0, 1), -1, ...ids.slice(1), 2 ** 32];
  expect(pushAll(stream, some).join('')).toBe(o200k.decodeSync(some, { unknownIds: 'skip' }));
});

it('refuses what is no id, and options that are none', () => {
  const stream = o200k.decodeStream({ unknownIds: 'skip' });
  for (const id of [1.5, Number.NaN, '7', undefined, [7]] as number[]) {
    expectThrow(() => stream.push(id), 'ERR_INVALID_ARGUMENT', /^id must be a whole number, but is /u);
  }
  const wrong = { skipSpecialToken: true } as DecodeOptions;
  expectThrow(() => o200k.decodeStream(wrong), 'ERR_INVALID_ARGUMENT', /^options has no option 'skipSpecialToken'/u);
});

it('keeps its vocabulary when its tokenizer is closed', () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
  const { ids } = tokenizer.encodeSync('the tokens');
  const stream = tokenizer.decodeStream();
  tokenizer.close();
  expect(pushAll(stream, ids).join('')).toBe('the tokens');
});
