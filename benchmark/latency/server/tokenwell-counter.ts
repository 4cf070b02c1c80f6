import { concurrencyStats, formatPrometheus, setConcurrencyLimit, Tokenizer } from '../../../index.js';
import type { LoadedCounter } from './counter.js';
import type { ServerOptions } from './server-options.js';

/** The package itself, asynchronous or not. */
export async function loadTokenwell(options: ServerOptions): Promise<LoadedCounter> {
  if (options.concurrency !== null) setConcurrencyLimit(options.concurrency);
  const tokenizer = await Tokenizer.fromEncoding('o200k_base', options.segmentCache ? {} : { segmentCache: false });
  const limited = { maxExactChars: options.maxExactChars ?? Number.POSITIVE_INFINITY };
  return {
    count:
      options.contender === 'tokenwell sync'
        ? (text) => tokenizer.countSync(text, limited)
        : (text) => tokenizer.count(text, limited),
    metrics: () =>
      `${formatPrometheus(tokenizer.segmentCacheStats(), { tokenizer: 'o200k_base' })}# ${JSON.stringify(concurrencyStats())}\n`,
    concurrency: concurrencyStats,
  };
}
