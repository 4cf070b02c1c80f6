import { expectTypeOf, test } from 'vitest';
import {
  type Encoding,
  type EngineName,
  type Inspection,
  type SegmentCacheStats,
  type TextInput,
  type TokenCount,
  Tokenizer,
  type TokenizerSummary,
  TokenwellError,
  type TokenwellErrorCode,
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
});

test('results are read-only values', () => {
  expectTypeOf<Encoding['ids']>().toEqualTypeOf<Uint32Array>();
  expectTypeOf<TokenCount['tokens']>().toEqualTypeOf<number>();
  expectTypeOf(tokenizer.segmentCacheStats()).toEqualTypeOf<SegmentCacheStats | null>();
  expectTypeOf(tokenizer.inspect()).toEqualTypeOf<Inspection>();
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
