export { concurrencyStats, setConcurrencyLimit } from './src/concurrency/concurrency.js';
export { TokenwellError } from './src/errors.js';
export { formatPrometheus } from './src/prometheus.js';
export { Tokenizer } from './src/tokenizer.js';
export { TokenizerRegistry } from './src/tokenizer-registry.js';
export type { AddedToken, AddedTokenInfo } from './src/added-token.js';
export type { ConcurrencyOptions } from './src/concurrency/concurrency.js';
export type { ConcurrencyStats } from './src/concurrency/concurrency-stats.js';
export type {
  CountOptions,
  CountSyncOptions,
  ExactCountOptions,
  TruncateToTokensOptions,
} from './src/count-options.js';
export type { DecodeOptions, DecodeSyncOptions } from './src/decode-options.js';
export type { DecodeStream } from './src/decode-stream.js';
export type { EmbeddedEncoding } from './src/embedded-encoding.js';
export type { EncodeOptions, EncodeSyncOptions } from './src/encode-options.js';
export type { Encoding } from './src/encoding.js';
export type { EngineName } from './src/engine-name.js';
export type { TokenwellErrorCode } from './src/errors.js';
export type { Inspection } from './src/inspection.js';
export type { LoadOptions, LoadSyncOptions } from './src/load-options.js';
export type { Padding, PaddingOptions } from './src/padding-options.js';
export type { PrometheusLabels, PrometheusSample } from './src/prometheus.js';
export type { SegmentCacheEviction, SegmentCacheOptions } from './src/segment-cache-options.js';
export type { SegmentCacheStats } from './src/segment-cache-stats.js';
export type { SharedTokenizer } from './src/shared-tokenizer.js';
export type { SpecialTokens } from './src/special-tokens.js';
export type { TextInput, TextOrPair } from './src/text-input.js';
export type { TokenCount } from './src/token-count.js';
export type { TokenizerRegistryOptions, TokenizerRegistryStats } from './src/tokenizer-registry.js';
export type { TokenizerSummary } from './src/tokenizer-summary.js';
export type { Truncation, TruncationOptions } from './src/truncation-options.js';
export type { VocabularyOptions } from './src/vocabulary-options.js';
