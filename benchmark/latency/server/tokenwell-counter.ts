import { formatPrometheus, Tokenizer } from '../../../index.js';
import * as tokenwell from '../../../index.js';
import type { LoadedCounter } from './counter.js';
import type { ServerOptions } from './server-options.js';

/** What the package may have besides `Tokenizer`: the harness also measures versions from before the concurrency limit. */
interface ConcurrencyControl {
  readonly setConcurrencyLimit?: (limit: number) => void;
  readonly concurrencyStats?: () => unknown;
}

/** Options of a count, with one that such versions do not know. */
interface LimitedCount extends tokenwell.CountOptions {
  readonly maxExactChars?: number | undefined;
}

const control = tokenwell as ConcurrencyControl;

/** The package itself, asynchronous or not. */
export async function loadTokenwell(options: ServerOptions): Promise<LoadedCounter> {
  if (options.concurrency !== null) control.setConcurrencyLimit?.(options.concurrency);
  const tokenizer = await Tokenizer.fromEncoding('o200k_base', options.segmentCache ? {} : { segmentCache: false });
  const limited = countOptions(tokenizer, options);
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

/** The option that says which texts are sampled, unless this version refuses it: then it counts all of them exactly. */
function countOptions(tokenizer: Tokenizer, { maxExactChars }: ServerOptions): LimitedCount {
  const limited: LimitedCount = { maxExactChars: maxExactChars ?? Number.POSITIVE_INFINITY };
  try {
    tokenizer.countSync('', limited);
    return limited;
  } catch (error) {
    if (error instanceof tokenwell.TokenwellError && error.code === 'ERR_INVALID_ARGUMENT') return {};
    throw error;
  }
}
