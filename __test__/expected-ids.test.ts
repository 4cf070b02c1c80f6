import { describe, expect, it } from 'vitest';
import { Tokenizer } from '../index.js';
import { fixtureNames, fixturePath } from './fixture.js';
import { readExpectedIds } from './fixtures/expected-ids.js';

const expectedIds = readExpectedIds();

describe.each(fixtureNames)('%s', (name) => {
  const cases = expectedIds.filter(({ fixture }) => fixture === name);

  it('has cases', () => {
    expect(cases.length).toBeGreaterThan(50);
  });

  it.each([
    ['with a cache', {}],
    ['without a cache', { segmentCache: false }],
  ] as const)('gives the ids of the reference library %s', (_, options) => {
    const tokenizer = Tokenizer.fromFileSync(fixturePath(name), options);
    // Twice, so that the second round finds in the cache what there is to find.
    for (const { input, ids, addSpecialTokens, specialTokens } of [...cases, ...cases]) {
      const given = { input, addSpecialTokens, specialTokens };
      const encoding = tokenizer.encodeSync(input, { addSpecialTokens, specialTokens });
      expect({ ...given, ids: [...encoding.ids] }).toEqual({ ...given, ids });
    }
  });

  it('decodes to the text of the reference library', () => {
    const tokenizer = Tokenizer.fromFileSync(fixturePath(name));
    for (const { ids, decoded, decodedWithoutSpecial } of cases) {
      const actual = [tokenizer.decodeSync(ids), tokenizer.decodeSync(ids, { skipSpecialTokens: true })];
      expect({ ids, decoded: actual }).toEqual({ ids, decoded: [decoded, decodedWithoutSpecial] });
    }
  });
});
