import { afterEach, expect, it, vi } from 'vitest';
import { type LoadOptions, Tokenizer } from '../index.js';
import { expectRejection, expectThrow } from './failure.js';
import { fixturePath } from './fixture.js';

const MIB = 1024 * 1024;
const path = fixturePath('word-piece');

afterEach(() => vi.unstubAllEnvs());

function cacheBytes(options?: LoadOptions): number | undefined {
  return Tokenizer.fromFileSync(path, options).segmentCacheStats()?.maxBytes;
}

it('gives a cache of 64 MiB by default', () => {
  expect(cacheBytes()).toBe(64 * MIB);
  expect(cacheBytes({})).toBe(64 * MIB);
  expect(cacheBytes({ segmentCache: {} })).toBe(64 * MIB);
  expect(cacheBytes({ segmentCache: undefined, maxFileBytes: undefined })).toBe(64 * MIB);
});

it('gives a cache of the size that the options say, or none', () => {
  expect(cacheBytes({ segmentCache: { maxBytes: 5 * MIB } })).toBe(5 * MIB);
  expect(cacheBytes({ segmentCache: { maxBytes: 5 * MIB, eviction: 'tinylfu' } })).toBe(5 * MIB);
  expect(cacheBytes({ segmentCache: { maxBytes: 0 } })).toBeUndefined();
  expect(cacheBytes({ segmentCache: false })).toBeUndefined();
});

it('asks the environment where the options say nothing', () => {
  vi.stubEnv('TOKENWELL_SEGMENT_CACHE_MIB', '3');
  expect(cacheBytes()).toBe(3 * MIB);
  expect(cacheBytes({ segmentCache: { eviction: 'tinylfu' } })).toBe(3 * MIB);
  expect(cacheBytes({ segmentCache: { maxBytes: MIB } })).toBe(MIB);
  vi.stubEnv('TOKENWELL_SEGMENT_CACHE_MIB', '0');
  expect(cacheBytes()).toBeUndefined();
});

it('names the variable and the value when the environment makes no sense', async () => {
  for (const value of ['', '1.5', '-1', '64MiB', ' 64', '1e3', '0x10', '9'.repeat(30)]) {
    vi.stubEnv('TOKENWELL_SEGMENT_CACHE_MIB', value);
    const message = new RegExp(`TOKENWELL_SEGMENT_CACHE_MIB must be a whole number .*'${value}'`, 'u');
    await expectRejection(Tokenizer.fromFile(path), 'ERR_INVALID_ARGUMENT', message);
    expectThrow(() => Tokenizer.fromEncodingSync('o200k_base'), 'ERR_INVALID_ARGUMENT', message);
    expect(cacheBytes({ segmentCache: false })).toBeUndefined();
  }
});

it.each<[unknown, RegExp]>([
  [null, /^options must be an object, but is null$/u],
  [[], /^options must be an object, but is \[\]$/u],
  [{ maxBytes: 1 }, /^options has no option 'maxBytes'; it knows maxFileBytes, segmentCache, controlTokens\b/u],
  [
    { maxFileBytes: '1' },
    /^options\.maxFileBytes must be a whole number of bytes from 1 up, or Infinity, but is '1'$/u,
  ],
  [{ maxFileBytes: 0 }, /^options\.maxFileBytes must be .* but is 0$/u],
  [{ maxFileBytes: Number.NaN }, /^options\.maxFileBytes must be .* but is NaN$/u],
  [{ segmentCache: true }, /^options\.segmentCache must be an object or false, but is true$/u],
  [{ segmentCache: null }, /^options\.segmentCache must be an object or false, but is null$/u],
  [{ segmentCache: { maxByte: 1 } }, /^options\.segmentCache has no option 'maxByte'; it knows maxBytes, eviction$/u],
  [{ segmentCache: { maxBytes: 1.5 } }, /^options\.segmentCache\.maxBytes must be .* but is 1\.5$/u],
  [{ segmentCache: { maxBytes: -1 } }, /^options\.segmentCache\.maxBytes must be .* but is -1$/u],
  [
    { segmentCache: { eviction: 'LRU' } },
    /^options\.segmentCache\.eviction must be 'lru' or 'tinylfu', but is 'LRU'$/u,
  ],
  [{ segmentCache: { eviction: null } }, /^options\.segmentCache\.eviction must be 'lru' or 'tinylfu', but is null$/u],
])('refuses the options %o', async (options, message) => {
  const wrong = options as LoadOptions;
  await expectRejection(Tokenizer.fromFile(path, wrong), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(Tokenizer.fromEncoding('o200k_base', wrong), 'ERR_INVALID_ARGUMENT', message);
  await expectRejection(Tokenizer.fromJSON('{}', wrong), 'ERR_INVALID_ARGUMENT', message);
  expectThrow(() => Tokenizer.fromFileSync(path, wrong), 'ERR_INVALID_ARGUMENT', message);
});
