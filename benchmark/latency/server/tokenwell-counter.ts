import { formatPrometheus, Tokenizer } from '../../../index.js';
import * as tokenwell from '../../../index.js';
import { limitedCount } from '../../count-limit.js';
import type { LoadedCounter } from './counter.js';
import type { ServerOptions } from './server-options.js';

/** What the package may have besides `Tokenizer`: the harness also measures versions from before the concurrency limit. */
interface ConcurrencyControl {
  readonly setConcurrencyLimit?: (limit: number) => void;
  readonly concurrencyStats?: () => unknown;
}

const control = tokenwell as ConcurrencyControl;

/** The package itself, asynchronous or not. */
export async function loadTokenwell(options: ServerOptions): Promise<LoadedCounter> {
  if (options.concurrency !== null) control.setConcurrencyLimit?.(options.concurrency);
  const tokenizer = await Tokenizer.fromEncoding('o200k_base', options.segmentCache ? {} : { segmentCache: false });
  const limited = limitedCount(tokenizer, options.maxExactChars ?? Number.POSITIVE_INFINITY);
  const concurrency = (): unknown => control.concurrencyStats?.() ?? null;
  return {
    count:
      options.contender === 'tokenwell sync'
        ? (text) => tokenizer.countSync(text, limited)
        : (text) => tokenizer.count(text, limited),
    metrics: () =>
      `${formatPrometheus(tokenizer.segmentCacheStats(), { tokenizer: 'o200k_base' })}# ${JSON.stringify(concurrency())}\n`,
    concurrency,
  };
}
