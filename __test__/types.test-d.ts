import { expectTypeOf, test } from 'vitest';
import {
  type AddedToken,
  type AddedTokenInfo,
  type CountOptions,
  type DecodeOptions,
  type DecodeStream,
  type EmbeddedEncoding,
  type EncodeOptions,
  type Encoding,
  type EngineName,
  formatPrometheus,
  type Inspection,
  type LoadOptions,
  type Padding,
  type PaddingOptions,
  type PrometheusLabels,
  type PrometheusSample,
  type SegmentCacheEviction,
  type SegmentCacheOptions,
  type SegmentCacheStats,
  type SpecialTokens,
  type TextInput,
  type TextOrPair,
  type TokenCount,
  Tokenizer,
  type TokenizerSummary,
  TokenwellError,
  type TokenwellErrorCode,
  type Truncation,
  type TruncationOptions,
  type VocabularyOptions,
} from '../index.js';

declare const tokenizer: Tokenizer;
declare const maybe: boolean | undefined;

test('a tokenizer comes from its static functions only', () => {
  expectTypeOf(Tokenizer.fromEncoding('o200k_base')).resolves.toEqualTypeOf<Tokenizer>();
  expectTypeOf(Tokenizer.fromFileSync(new URL('file:///a'))).toEqualTypeOf<Tokenizer>();
  expectTypeOf(Tokenizer.fromJSON(Buffer.from(''))).resolves.toEqualTypeOf<Tokenizer>();
  // @ts-expect-error -- not an embedded encoding
  void Tokenizer.fromEncoding('gpt2');
  // @ts-expect-error -- the constructor is private
  void new Tokenizer();
});

test('text comes in three forms, and encode takes pairs of them', () => {
  expectTypeOf<TextOrPair>().toEqualTypeOf<TextInput | readonly [TextInput, TextInput]>();
  expectTypeOf<TextInput>().toEqualTypeOf<string | Uint8Array | { readonly parts: readonly string[] }>();
  expectTypeOf(tokenizer.encode('a')).resolves.toEqualTypeOf<Encoding>();
  expectTypeOf(tokenizer.encode(['a', { parts: ['b'] }])).resolves.toEqualTypeOf<Encoding>();
  expectTypeOf(tokenizer.encodeBatchSync(['a', ['b', new Uint8Array()]] as const)).toEqualTypeOf<Encoding[]>();
  expectTypeOf(tokenizer.count({ parts: ['a', 'b'] as const })).resolves.toEqualTypeOf<TokenCount>();
  // @ts-expect-error -- count takes no pairs
  void tokenizer.count(['a', 'b']);
  // @ts-expect-error -- a pair is two texts
  void tokenizer.encode(['a', 'b', 'c']);
});

test('options may be left out, undefined, or of their own type', () => {
  expectTypeOf(
    tokenizer.countSync('a', { addSpecialTokens: maybe, specialTokens: 'text' }),
  ).toEqualTypeOf<TokenCount>();
  expectTypeOf(tokenizer.decodeSync(new Uint32Array(), { unknownIds: 'skip' })).toEqualTypeOf<string>();
  // @ts-expect-error -- no such option
  void tokenizer.count('a', { addSpecialToken: true });
  // @ts-expect-error -- no such value
  void tokenizer.count('a', { specialTokens: 'none' });
  // @ts-expect-error -- a count never throws on what a text contains
  void tokenizer.count('a', { specialTokens: 'throw' });
});

test('every option of encode may be left out or undefined, and two may be null', () => {
  expectTypeOf<SpecialTokens>().toEqualTypeOf<'match' | 'text' | 'literal' | 'throw'>();
  expectTypeOf<CountOptions['specialTokens']>().toEqualTypeOf<'match' | 'text' | 'literal' | undefined>();
  expectTypeOf({}).toExtend<EncodeOptions>();
  expectTypeOf<EncodeOptions['truncation']>().toEqualTypeOf<TruncationOptions | null | undefined>();
  expectTypeOf<EncodeOptions['padding']>().toEqualTypeOf<PaddingOptions | null | undefined>();
  expectTypeOf<
    EncodeOptions['typeIds' | 'attentionMask' | 'specialTokensMask' | 'offsets' | 'overflowing']
  >().toEqualTypeOf<boolean | undefined>();
  // @ts-expect-error -- null is no value of the others
  void tokenizer.encode('a', { offsets: null });
  // @ts-expect-error -- count makes no offsets
  void tokenizer.count('a', { offsets: true });
});

test('what encode was asked for may be there', () => {
  expectTypeOf<Encoding['typeIds']>().toEqualTypeOf<Uint8Array | undefined>();
  expectTypeOf<Encoding['attentionMask']>().toEqualTypeOf<Uint8Array | undefined>();
  expectTypeOf<Encoding['specialTokensMask']>().toEqualTypeOf<Uint8Array | undefined>();
  expectTypeOf<Encoding['offsets']>().toEqualTypeOf<Uint32Array | undefined>();
  expectTypeOf<Encoding['overflowing']>().toEqualTypeOf<Encoding[] | undefined>();
});

test('truncation and padding are set by options and read with all defaults', () => {
  expectTypeOf({ maxLength: 1 }).toExtend<TruncationOptions>();
  expectTypeOf({}).toExtend<PaddingOptions>();
  expectTypeOf<Truncation>().toEqualTypeOf<{
    readonly maxLength: number;
    readonly strategy: 'longestFirst' | 'onlyFirst' | 'onlySecond';
    readonly stride: number;
    readonly direction: 'left' | 'right';
  }>();
  expectTypeOf<Padding['strategy']>().toEqualTypeOf<'batchLongest' | { readonly fixed: number }>();
  expectTypeOf<Padding['padToMultipleOf']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Padding['padToken']>().toEqualTypeOf<string>();
  expectTypeOf(tokenizer.truncation).toEqualTypeOf<Truncation | null>();
  expectTypeOf(tokenizer.padding).toEqualTypeOf<Padding | null>();
  expectTypeOf<Truncation>().toExtend<TruncationOptions>();
  expectTypeOf<Padding>().toExtend<PaddingOptions>();
  tokenizer.setTruncation(tokenizer.truncation);
  tokenizer.setPadding(tokenizer.padding);
  // @ts-expect-error -- a truncation has a length
  tokenizer.setTruncation({});
  // @ts-expect-error -- null turns it off
  tokenizer.setPadding(undefined);
  // @ts-expect-error -- set by a method
  tokenizer.truncation = null;
});

test('a vocabulary is read by token and by id', () => {
  expectTypeOf(tokenizer.tokenToId('a')).toEqualTypeOf<number | undefined>();
  expectTypeOf(tokenizer.idToToken(1)).toEqualTypeOf<string | undefined>();
  expectTypeOf(tokenizer.vocabSize()).toEqualTypeOf<number>();
  expectTypeOf(tokenizer.vocab({ addedTokens: false })).toEqualTypeOf<Map<string, number>>();
  expectTypeOf<VocabularyOptions['addedTokens']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf(tokenizer.addedTokens).toEqualTypeOf<readonly AddedTokenInfo[]>();
  expectTypeOf<AddedTokenInfo['lstrip']>().toEqualTypeOf<boolean>();
  expectTypeOf<AddedTokenInfo>().toExtend<AddedToken>();
});

test('tokens are added as strings or with flags', () => {
  expectTypeOf(tokenizer.addTokens(['a', { content: 'b', special: maybe }])).resolves.toEqualTypeOf<number>();
  expectTypeOf(tokenizer.addTokensSync(['a'] as const)).toEqualTypeOf<number>();
  expectTypeOf(tokenizer.serialize()).resolves.toEqualTypeOf<string>();
  expectTypeOf(tokenizer.serializeSync()).toEqualTypeOf<string>();
  // @ts-expect-error -- a token has a content
  void tokenizer.addTokens([{ special: true }]);
  // @ts-expect-error -- an array
  void tokenizer.addTokens('a');
});

test('a decode stream takes ids and gives text', () => {
  expectTypeOf(tokenizer.decodeStream({ skipSpecialTokens: maybe })).toEqualTypeOf<DecodeStream>();
  expectTypeOf<DecodeStream['push']>().toEqualTypeOf<(id: number) => string>();
  expectTypeOf<DecodeStream['flush']>().toEqualTypeOf<() => string>();
  expectTypeOf<DecodeOptions['unknownIds']>().toEqualTypeOf<'throw' | 'skip' | undefined>();
});

test('loading has options of its own', () => {
  expectTypeOf<EmbeddedEncoding>().toEqualTypeOf<'cl100k_base' | 'o200k_base'>();
  expectTypeOf<LoadOptions['controlTokens']>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<LoadOptions['maxFileBytes']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<LoadOptions['segmentCache']>().toEqualTypeOf<SegmentCacheOptions | false | undefined>();
  expectTypeOf<SegmentCacheOptions['eviction']>().toEqualTypeOf<SegmentCacheEviction | undefined>();
  expectTypeOf<SegmentCacheEviction>().toEqualTypeOf<'lru' | 'tinylfu'>();
  // @ts-expect-error -- an array
  void Tokenizer.fromFile('a', { controlTokens: '<|user|>' });
});

test('a segment cache is enabled by bytes or options, and shared with a tokenizer', () => {
  expectTypeOf<Parameters<Tokenizer['enableSegmentCache']>>().toEqualTypeOf<
    [cache?: number | SegmentCacheOptions | undefined]
  >();
  expectTypeOf<Parameters<Tokenizer['shareSegmentCacheFrom']>>().toEqualTypeOf<[other: Tokenizer]>();
  expectTypeOf(tokenizer.enableSegmentCache(1)).toEqualTypeOf<void>();
  // @ts-expect-error -- no cache is disableSegmentCache
  tokenizer.enableSegmentCache(false);
  // @ts-expect-error -- not what stats give
  tokenizer.shareSegmentCacheFrom(tokenizer.segmentCacheStats());
});

test('stats are printed for Prometheus, of one cache or of several', () => {
  expectTypeOf(formatPrometheus(tokenizer.segmentCacheStats(), { pod: 'a' } as const)).toEqualTypeOf<string>();
  expectTypeOf(formatPrometheus([{ stats: null }, { stats: null, labels: {} }])).toEqualTypeOf<string>();
  expectTypeOf<PrometheusSample['stats']>().toEqualTypeOf<SegmentCacheStats | null>();
  expectTypeOf<PrometheusSample['labels']>().toEqualTypeOf<PrometheusLabels | undefined>();
  // @ts-expect-error -- labels are strings
  formatPrometheus(null, { pod: 7 });
  // @ts-expect-error -- each of several has labels of its own
  formatPrometheus([], { pod: 'a' });
});

test('results are read-only values', () => {
  expectTypeOf<Encoding['ids']>().toEqualTypeOf<Uint32Array>();
  expectTypeOf<TokenCount['tokens']>().toEqualTypeOf<number>();
  expectTypeOf(tokenizer.segmentCacheStats()).toEqualTypeOf<SegmentCacheStats | null>();
  expectTypeOf(tokenizer.inspect()).toEqualTypeOf<Inspection>();
  expectTypeOf<Inspection['cuts']>().toEqualTypeOf<string>();
  expectTypeOf<Inspection['literal']>().toEqualTypeOf<string | null>();
  expectTypeOf(tokenizer.toJSON()).toEqualTypeOf<TokenizerSummary>();
  // @ts-expect-error -- a snapshot
  (tokenizer.segmentCacheStats() as SegmentCacheStats).hits = 1;
});

test('engines have names of a known set', () => {
  expectTypeOf<EngineName>().toEqualTypeOf<
    'byte_bpe' | 'char_bpe' | 'unigram' | 'word_piece' | 'word_level' | 'classic'
  >();
  expectTypeOf(tokenizer.engine).toEqualTypeOf<EngineName>();
  expectTypeOf<Inspection['engine']>().toEqualTypeOf<EngineName>();
  expectTypeOf<TokenizerSummary['engine']>().toEqualTypeOf<EngineName>();
});

test('errors have a code of a known set', () => {
  const error = new TokenwellError('ERR_CLOSED', 'closed');
  expectTypeOf(error.code).toEqualTypeOf<TokenwellErrorCode>();
  expectTypeOf<'ERR_QUEUE_FULL'>().toExtend<TokenwellErrorCode>();
  // @ts-expect-error -- no such code
  void new TokenwellError('ERR_OTHER', 'other');
});

test('a tokenizer is disposable', () => {
  expectTypeOf(tokenizer).toExtend<Disposable>();
});
