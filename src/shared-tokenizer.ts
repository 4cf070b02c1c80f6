import { invalidArgument } from './argument-error.js';
import { binding, type NativeTokenizer, settleSync } from './native-binding.js';

/**
 * The name of a tokenizer, by which other threads of the same process reach it; {@link Tokenizer.share} gives it and {@link Tokenizer.fromShared} takes it. It
 * is a plain object, so that it can be sent in any way that threads have: `workerData`, `postMessage`, a `BroadcastChannel`, JSON.
 */
export interface SharedTokenizer {
  /** Which process, or copy of this package's addon in it. */
  readonly process: string;
  /** Which of those that it shares. */
  readonly tokenizer: number;
}

/** What pins the tokenizers that this event loop shares; they are pinned no more when the loop is gone. */
let sharer: InstanceType<typeof binding.NativeSharer> | undefined;

export function shareTokenizer(native: NativeTokenizer): SharedTokenizer {
  return settleSync(() => {
    sharer ??= new binding.NativeSharer();
    return Object.freeze({ process: binding.processName(), tokenizer: sharer.share(native) });
  });
}

/** The native part of another tokenizer on what is shared. */
export function claimTokenizer(shared: SharedTokenizer): NativeTokenizer {
  const { process, tokenizer } = checked(shared);
  if (process !== settleSync(() => binding.processName())) {
    throw invalidArgument('shared', shared, 'what share() gave in this process, by this copy of tokenwell');
  }
  return settleSync(() => binding.claimTokenizer(tokenizer));
}

function checked(shared: unknown): SharedTokenizer {
  const candidate = (typeof shared === 'object' && shared !== null ? shared : {}) as Partial<SharedTokenizer>;
  const { process, tokenizer } = candidate;
  if (typeof process === 'string' && Number.isSafeInteger(tokenizer)) return candidate as SharedTokenizer;
  throw invalidArgument('shared', shared, 'what share() gave');
}
