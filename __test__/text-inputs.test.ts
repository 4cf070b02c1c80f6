import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TextInput, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';
import { mixedText, propertyRuns } from './mixed-text.js';

const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));

const ids = (text: TextInput): number[] => [...tokenizer.encodeSync(text).ids];

/** Text with places to cut it at, which may lie within a surrogate pair. */
const cutText = fc.tuple(mixedText, fc.array(fc.nat(), { maxLength: 5 })).map(([text, cuts]) => {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return places.slice(1).map((place, index) => text.slice(places[index], place));
});

describe('parts', () => {
  it('are the text that they are when joined, wherever it is cut', async () => {
    const property = fc.asyncProperty(cutText, async (parts) => {
      const text = parts.join('');
      expect(ids({ parts })).toEqual(ids(text));
      expect(await tokenizer.encode({ parts })).toEqual(tokenizer.encodeSync(text));
      expect(tokenizer.countSync({ parts })).toEqual(tokenizer.countSync(text));
    });
    await fc.assert(property, propertyRuns(200));
  });

  it('may split a surrogate pair', () => {
    expect(ids({ parts: ['a\uD83D', '\uDE00b'] })).toEqual(ids('a\u{1F600}b'));
    expect(ids({ parts: ['a\uD83D', '', '\uDE00b'] })).toEqual(ids('a\u{1F600}b'));
    expect(ids({ parts: ['\uDE00', '\uD83D'] })).toEqual(ids('\uFFFD\uFFFD'));
  });

  it('may be empty, or none', () => {
    expect(ids({ parts: [] })).toEqual([]);
    expect(ids({ parts: ['', ''] })).toEqual([]);
    expect(tokenizer.countSync({ parts: [] }).chars).toBe(0);
  });

  it('must be strings', async () => {
    const wrong = { parts: ['a', 7] } as unknown as TextInput;
    await expectRejection(
      tokenizer.encode(wrong),
      'ERR_INVALID_ARGUMENT',
      /^input\.parts\[1\] must be a string, but is 7$/u,
    );
    expectThrow(
      () => ids({ parts: 'abc' } as unknown as TextInput),
      'ERR_INVALID_ARGUMENT',
      /^input\.parts must be an array/u,
    );
  });
});

describe('a Uint8Array', () => {
  it('is the string that it is the UTF-8 of', async () => {
    const property = fc.asyncProperty(mixedText, async (text) => {
      const bytes = new TextEncoder().encode(text);
      expect(ids(bytes)).toEqual(ids(text));
      expect(await tokenizer.encode(Buffer.from(text))).toEqual(tokenizer.encodeSync(text));
      expect(tokenizer.countSync(bytes)).toEqual({
        ...tokenizer.countSync(text),
        chars: bytes.length,
        sampledChars: bytes.length,
      });
    });
    await fc.assert(property, propertyRuns(200));
  });

  it('may be a view of a part of its buffer', () => {
    const bytes = Buffer.from('xxthe tokensxx');
    expect(ids(bytes.subarray(2, -2))).toEqual(ids('the tokens'));
  });

  it('may lie in shared memory', async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(10));
    shared.set(Buffer.from('the tokens'));
    expect(ids(shared)).toEqual(ids('the tokens'));
    expect([...(await tokenizer.encode(shared)).ids]).toEqual(ids('the tokens'));
  });

  it('may come from another realm', () => {
    expect(ids(runInNewContext('new Uint8Array([116, 104, 101])') as Uint8Array)).toEqual(ids('the'));
  });

  it('may be changed and transferred while the call runs', async () => {
    const expected = tokenizer.encodeSync('the tokens '.repeat(10_000));
    const bytes = new TextEncoder().encode('the tokens '.repeat(10_000));
    const encoding = tokenizer.encode(bytes);
    bytes.fill(0xff);
    const counting = tokenizer.count('the');
    structuredClone(bytes, { transfer: [bytes.buffer] });
    expect(await encoding).toEqual(expected);
    expect((await counting).tokens).toBe(ids('the').length);
  });

  it('must not have lost its buffer', () => {
    const bytes = new TextEncoder().encode('the tokens');
    structuredClone(bytes, { transfer: [bytes.buffer] });
    expectThrow(
      () => ids(bytes),
      'ERR_INVALID_ARGUMENT',
      /^input is a Uint8Array whose buffer has been transferred away$/u,
    );
  });

  it.each([
    ['a lone continuation byte', [0x61, 0x80], 1],
    ['a character that ends too early', [0x61, 0x62, 0xe2, 0x82], 2],
    ['a surrogate', [0xed, 0xa0, 0x80], 0],
    ['an overlong form', [0x61, 0xc0, 0x80], 1],
    ['a number past the last character', [0x61, 0x62, 0x63, 0xf4, 0x90, 0x80, 0x80], 3],
  ])('must be UTF-8, which %s is not', async (_, bytes, offset) => {
    const message = new RegExp(`\\b${offset}\\b`, 'u');
    await expectRejection(tokenizer.encode(Uint8Array.from(bytes)), 'ERR_INVALID_UTF8', message);
    expectThrow(() => tokenizer.countSync(Uint8Array.from(bytes)), 'ERR_INVALID_UTF8', message);
  });

  it('is not any other view', () => {
    for (const view of [
      new Uint16Array(2),
      new DataView(new ArrayBuffer(2)),
      new ArrayBuffer(2),
      new Uint8ClampedArray(2),
    ]) {
      expectThrow(
        () => ids(view as unknown as Uint8Array),
        'ERR_INVALID_ARGUMENT',
        /^input must be a string, a Uint8Array or/u,
      );
    }
  });
});

describe('a string', () => {
  it('may hold lone surrogates, which are U+FFFD', async () => {
    for (const [text, wellFormed] of [
      ['\uD800', '\uFFFD'],
      ['a\uDC00b', 'a\uFFFDb'],
      ['\uD83D\uD83D\uDE00', '\uFFFD\u{1F600}'],
      ['the\uD83D', 'the\uFFFD'],
    ] as const) {
      expect(ids(text)).toEqual(ids(wellFormed));
      expect([...(await tokenizer.encode(text)).ids]).toEqual(ids(wellFormed));
    }
  });

  it('may hold NUL', () => {
    expect(tokenizer.decodeSync(ids('a\0b\0'))).toBe('a\0b\0');
    expect(ids('\0')).toHaveLength(1);
  });

  it('may be empty', async () => {
    expect(ids('')).toEqual([]);
    expect(await tokenizer.count('')).toEqual({
      tokens: 0,
      estimated: false,
      low: 0,
      high: 0,
      chars: 0,
      sampledChars: 0,
    });
  });

  it('may be a rope or a slice', () => {
    let rope = '';
    for (let index = 0; index < 1000; index += 1) rope += `the token ${index} `;
    expect(ids(rope)).toEqual(ids(Buffer.from(rope)));
    expect(ids(rope.slice(7, 4000))).toEqual(ids(Buffer.from(rope.slice(7, 4000))));
  });
});

it('is none of anything else', async () => {
  const values: unknown[] = [undefined, null, 7, 7n, true, Symbol('s'), {}, () => 'a', new String('a'), new Date(0)];
  for (const value of values) {
    const input = value as string;
    await expectRejection(tokenizer.encode(input), 'ERR_INVALID_ARGUMENT', /^input must be a string, a Uint8Array or/u);
    await expectRejection(tokenizer.count(input), 'ERR_INVALID_ARGUMENT', /^text must be a string, a Uint8Array or/u);
    expectThrow(() => tokenizer.encodeSync(input), 'ERR_INVALID_ARGUMENT');
    expectThrow(() => tokenizer.countSync(input), 'ERR_INVALID_ARGUMENT');
  }
});
