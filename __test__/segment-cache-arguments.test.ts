import { afterEach, expect, it, vi } from 'vitest';
import { type SegmentCacheOptions, Tokenizer } from '../index.js';
import { expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const MIB = 1024 * 1024;
const load = (): Tokenizer => Tokenizer.fromFileSync(fixturePath('byte-level-bpe'));

afterEach(() => {
  vi.unstubAllEnvs();
});

it.each<[unknown, number]>([
  [undefined, 64 * MIB],
  [{}, 64 * MIB],
  [{ eviction: 'tinylfu' }, 64 * MIB],
  [{ maxBytes: undefined }, 64 * MIB],
  [1, 1],
  [5000, 5000],
  [{ maxBytes: 5000, eviction: 'lru' }, 5000],
  [Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER],
])('enables a cache by %o', (cache, maxBytes) => {
  const tokenizer = load();
  tokenizer.enableSegmentCache(cache as SegmentCacheOptions);
  expect(tokenizer.segmentCacheStats()).toMatchObject({ maxBytes, entries: 0 });
});

it.each<[unknown, RegExp]>([
  [0, /^cache must be a whole number of bytes from 1 up, or Infinity, but is 0$/u],
  [-1, /^cache must be a whole number of bytes .* is -1$/u],
  [1.5, /^cache must be a whole number of bytes .* is 1\.5$/u],
  [Number.NaN, /^cache must be a whole number of bytes .* is NaN$/u],
  [false, /^cache must be a number of bytes or an object, but is false$/u],
  [null, /^cache must be a number of bytes or an object, but is null$/u],
  ['1', /^cache must be a number of bytes or an object, but is '1'$/u],
  [[], /^cache must be an object, but is \[\]$/u],
  [{ maxBytes: 0 }, /^cache\.maxBytes must be a whole number of bytes from 1 up, or Infinity, but is 0$/u],
  [{ maxBytes: '1' }, /^cache\.maxBytes must be .* is '1'$/u],
  [{ eviction: 'fifo' }, /^cache\.eviction must be 'lru' or 'tinylfu', but is 'fifo'$/u],
  [{ maxbytes: 1 }, /^cache has no option 'maxbytes'; it knows maxBytes, eviction$/u],
])('refuses to enable a cache by %o, and keeps the one that there is', (cache, message) => {
  const tokenizer = load();
  tokenizer.countSync('The tokens');
  const before = tokenizer.segmentCacheStats();
  expectThrow(() => tokenizer.enableSegmentCache(cache as number), 'ERR_INVALID_ARGUMENT', message);
  expect(tokenizer.segmentCacheStats()).toEqual(before);
});

it('takes the budget from the environment where it is left open', () => {
  const tokenizer = load();
  vi.stubEnv('TOKENWELL_SEGMENT_CACHE_MIB', '3');
  tokenizer.enableSegmentCache();
  expect(tokenizer.segmentCacheStats()).toMatchObject({ maxBytes: 3 * MIB });
  vi.stubEnv('TOKENWELL_SEGMENT_CACHE_MIB', '0');
  expectThrow(() => tokenizer.enableSegmentCache(), 'ERR_INVALID_ARGUMENT', /TOKENWELL_SEGMENT_CACHE_MIB is 0/u);
  expectThrow(() => tokenizer.enableSegmentCache({}), 'ERR_INVALID_ARGUMENT', /TOKENWELL_SEGMENT_CACHE_MIB is 0/u);
  tokenizer.enableSegmentCache(7);
  expect(tokenizer.segmentCacheStats()).toMatchObject({ maxBytes: 7 });
  vi.stubEnv('TOKENWELL_SEGMENT_CACHE_MIB', 'lots');
  expectThrow(() => tokenizer.enableSegmentCache(), 'ERR_INVALID_ARGUMENT', /'lots'$/u);
});

it('shares with tokenizers only', () => {
  const tokenizer = load();
  for (const other of [undefined, null, 7, 'tokenizer', {}, Tokenizer, Object.create(Tokenizer.prototype) as object]) {
    const share = (): void => tokenizer.shareSegmentCacheFrom(other as Tokenizer);
    expectThrow(share, 'ERR_INVALID_ARGUMENT', /^other must be a Tokenizer, but is /u);
  }
});

it('shares with open tokenizers only', () => {
  const [tokenizer, other] = [load(), load()];
  other.close();
  expectThrow(() => tokenizer.shareSegmentCacheFrom(other), 'ERR_CLOSED');
  expectThrow(() => other.shareSegmentCacheFrom(tokenizer), 'ERR_CLOSED');
  expectThrow(() => other.shareSegmentCacheFrom(other), 'ERR_CLOSED');
});
