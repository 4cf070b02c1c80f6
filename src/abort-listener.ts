import { types } from 'node:util';
import { invalidArgument } from './argument-error.js';

/** What is asked of an `AbortSignal`; one of another realm is none by its class. */
type SignalShape = Pick<AbortSignal, 'aborted' | 'reason' | 'addEventListener' | 'removeEventListener'>;

/**
 * Who waits for each signal. A signal gets one listener, however many calls it is for: a server may give the same one to hundreds, and Node.js
 * warns of a leak at the eleventh listener.
 */
const waiting = new WeakMap<SignalShape, Set<() => void>>();

/** Checks the option `signal`. */
export function checkSignal(signal: unknown): AbortSignal | undefined {
  if (signal === undefined || isSignal(signal)) return signal;
  throw invalidArgument('options.signal', signal, 'an AbortSignal');
}

/** Calls `abort` once when the signal is aborted, which it must not be yet. What it gives takes that back. */
export function onAbort(signal: AbortSignal, abort: () => void): () => void {
  let calls = waiting.get(signal);
  if (calls === undefined) {
    signal.addEventListener('abort', callAll);
    calls = new Set();
    waiting.set(signal, calls);
  }
  // Of its own, so that the same function may wait twice.
  const call = (): void => abort();
  calls.add(call);
  return () => forget(signal, call);
}

/** Throws the reason of a signal that is aborted. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** The reason of a signal; what its getter throws, if somebody made one that does. */
export function reasonOf(signal: AbortSignal): unknown {
  try {
    return signal.reason;
  } catch (error) {
    return error;
  }
}

function callAll(this: AbortSignal): void {
  // Anybody can dispatch an event of this name.
  if (!this.aborted) return;
  const calls = waiting.get(this);
  waiting.delete(this);
  stopListening(this);
  for (const call of calls ?? []) call();
}

function forget(signal: AbortSignal, call: () => void): void {
  const calls = waiting.get(signal);
  calls?.delete(call);
  if (calls?.size !== 0) return;
  waiting.delete(signal);
  stopListening(signal);
}

/** A signal that fails to let go of a listener, which somebody can make, keeps one that finds nobody waiting. That must not take a place with it. */
function stopListening(signal: SignalShape): void {
  try {
    signal.removeEventListener('abort', callAll);
  } catch {
    // The call has its answer already.
  }
}

function isSignal(value: unknown): value is AbortSignal {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return false;
  const { aborted, addEventListener, removeEventListener } = value as Partial<SignalShape>;
  return (
    typeof aborted === 'boolean' && [addEventListener, removeEventListener].every((it) => typeof it === 'function')
  );
}
