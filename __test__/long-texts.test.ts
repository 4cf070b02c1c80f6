import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { detach, type NativeText } from '../src/text-input.js';
import { slicesOf } from '../src/text-slices.js';
import { fixtureNames, fixturePath } from './fixture.js';

const exact = { maxExactChars: Number.POSITIVE_INFINITY };
const units = fc.string({
  unit: fc.oneof(fc.constantFrom('a', ' ', '\ud83d', '\ude00', '😀', 'é', '\r\n'), fc.string({ maxLength: 5 })),
  maxLength: 60,
});
const size = fc.integer({ min: 4, max: 40 });

function sliced(text: NativeText, most: number): NativeText[] {
  const slices = [...slicesOf(text, () => most)];
  expect(slices.map(({ isLast }) => isLast)).toEqual(slices.map((_, index) => index === slices.length - 1));
  return slices.map((slice) => detach(slice.text));
}

function joined(text: NativeText): string {
  if (typeof text === 'string') return text;
  return text instanceof Uint8Array ? new TextDecoder().decode(text) : text.parts.join('');
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

describe('slices', () => {
  it('of a string are the string, and split no pair', () => {
    fc.assert(
      fc.property(units, size, (text, most) => {
        const slices = sliced(text, most).map(joined);
        expect(slices.join('')).toBe(text);
        for (const slice of slices) expect(slice.length).toBeLessThanOrEqual(most);
        for (const [index, slice] of slices.entries()) {
          const next = slices[index + 1] ?? '';
          expect(/[\ud800-\udbff]$/u.test(slice) && /^[\udc00-\udfff]/u.test(next)).toBe(false);
        }
      }),
    );
  });

  it('of parts are the parts joined, and split no pair', () => {
    fc.assert(
      fc.property(fc.array(units, { maxLength: 8 }), size, (parts, most) => {
        const slices = sliced({ parts }, most).map(joined);
        expect(slices.join('')).toBe(parts.join(''));
        const whole = slices.map((slice) => wellFormed(slice)).join('');
        expect(whole).toBe(wellFormed(parts.join('')));
      }),
    );
  });

  it('of bytes are the bytes, and split no sequence', () => {
    fc.assert(
      fc.property(units, size, (text, most) => {
        const bytes = new TextEncoder().encode(text);
        expect(sliced(bytes, most).map(joined).join('')).toBe(new TextDecoder().decode(bytes));
      }),
    );
  });

  it('of bytes that are no UTF-8 are all of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), size, (bytes, most) => {
        expect(Buffer.concat(sliced(bytes, most) as Uint8Array[])).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

/** Over two million units, with a pair, a CRLF and an added token here and there. */
function longText(added: string): string {
  const lines = Array.from({ length: 4000 }, (_, index) =>
    `line ${index} 😀 of ${added} text, né 世界。 <|endoftext|>\r\n`.repeat(1 + (index % 20)),
  );
  return `${'a'.repeat(999_999)}😀${lines.join('')}`;
}

describe.each(fixtureNames)('with %s', (name) => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath(name));
  const text = longText(tokenizer.addedTokens[0]?.content ?? '');
  const expected = tokenizer.countSync(text, exact).tokens;
  const parts = text.match(/[^]{1,7}/gu) ?? [];

  it('a text that crosses in slices has the count of the whole, in every form and in a batch', async () => {
    const bytes = new TextEncoder().encode(text);
    const counts = [
      tokenizer.count(text, exact),
      tokenizer.count(bytes, exact),
      tokenizer.count({ parts }, exact),
      tokenizer.countBatch(['the', text, 'tokens', { parts }], exact).then((batch) => batch[3]),
    ];
    // What was given may be changed as soon as the calls have returned.
    bytes.fill(0);
    for (const count of await Promise.all(counts)) expect(count?.tokens).toBe(expected);
  });

  it('a text that crosses in slices has the ids of the whole, alone, in a pair and in a batch', async () => {
    const ids = tokenizer.encodeSync(text).ids;
    const encoded = await tokenizer.encode(text);
    expect(Buffer.compare(Buffer.from(encoded.ids.buffer), Buffer.from(ids.buffer))).toBe(0);
    const pair = await tokenizer.encode(['the', { parts }]);
    expect(pair.ids).toHaveLength(tokenizer.encodeSync(['the', text]).ids.length);
    const [, second] = await tokenizer.encodeBatch(['the', new TextEncoder().encode(text)]);
    expect(second?.ids).toHaveLength(ids.length);
  });
});

it('a pair that empty parts stand in is no pair that a slice may split', async () => {
  const tokenizer = Tokenizer.fromEncodingSync('cl100k_base');
  for (const before of [8189, 8190, 8191, 8192]) {
    const parts = [...Array<string>(before).fill('a '), '\ud83d', '', '', '\ude00', ...Array<string>(10).fill('b ')];
    expect((await tokenizer.count({ parts })).tokens).toBe(tokenizer.countSync(parts.join('')).tokens);
  }
});

it('bad UTF-8 behind the first slice is named with its place in the whole text, and with its place in a batch', async () => {
  const tokenizer = Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));
  const bytes = new Uint8Array(2_500_000).fill(0x61);
  bytes[2_000_003] = 0xff;
  await expect(tokenizer.count(bytes)).rejects.toMatchObject({
    code: 'ERR_INVALID_UTF8',
    message: 'invalid UTF-8 at byte 2000003',
  });
  await expect(tokenizer.countBatch(['a', bytes])).rejects.toMatchObject({
    code: 'ERR_INVALID_UTF8',
    message: 'texts[1]: invalid UTF-8 at byte 2000003',
  });
});
