import { onAbort, reasonOf, throwIfAborted } from './abort-listener.js';
import { eventLoop, eventLoopIfMade } from './concurrency/event-loop.js';
import type { Limiter, Slot, Wait } from './concurrency/limiter.js';
import { binding, type NativeCancelFlag, settle } from './native-binding.js';

/** Most text of a small task, in UTF-16 units or bytes: it is over in a millisecond or two. */
const SMALL_TASK_UNITS = 64 * 1024;

/** What a task does. It gets a flag to hand on to native code if the call can be cancelled. */
export type Work<T> = (cancel: NativeCancelFlag | undefined) => Promise<T>;

/** One task of a call. */
export interface Task<T> {
  /** How much text it works on, in UTF-16 units or bytes. */
  readonly units: number;
  /** Called if it has to wait, before the call returns: what it needs later must then be put out of the caller's reach. */
  readonly beforeWaiting?: () => void;
  readonly work: Work<T>;
}

/**
 * An asynchronous call: runs its tasks under a limiter, and ends when its signal does.
 *
 * When the signal is aborted, the call fails with its reason at once. A task that waits leaves the queue; one that runs is told to stop, and keeps its place
 * until it does.
 */
export class Call {
  readonly #limiter: Limiter;
  readonly #owner: object;
  readonly #signal: AbortSignal | undefined;
  #isContinued = false;

  private constructor(limiter: Limiter, owner: object, signal: AbortSignal | undefined) {
    this.#limiter = limiter;
    this.#owner = owner;
    this.#signal = signal;
  }

  /** A call on a tokenizer. */
  static of(owner: object, signal: AbortSignal | undefined): Call {
    return new Call(eventLoop().counting, owner, signal);
  }

  /** A call that loads. */
  static toLoad(signal: AbortSignal | undefined): Call {
    return new Call(eventLoop().loading, {}, signal);
  }

  /**
   * Runs a task, with a place that is free at once or after waiting for one.
   *
   * @throws {TokenwellError} `ERR_QUEUE_FULL`, for the first task of a call only.
   */
  async run<T>({ units, beforeWaiting, work }: Task<T>): Promise<T> {
    throwIfAborted(this.#signal);
    const isSmall = units <= SMALL_TASK_UNITS;
    const entered = this.#limiter.enter({ owner: this.#owner, isSmall, isContinued: this.#isContinued });
    this.#isContinued = true;
    if (!isWait(entered)) return this.#runIn(entered, work);
    return this.#runIn(await this.#wait(entered, beforeWaiting), work);
  }

  #wait(wait: Wait, beforeWaiting: (() => void) | undefined): Promise<Slot> {
    try {
      const slot = waitFor(wait, this.#signal);
      beforeWaiting?.();
      return slot;
    } catch (error) {
      // A place in the queue that nobody waits in would become a slot that nobody gives back.
      wait.leave(error);
      return wait.slot;
    }
  }

  async #runIn<T>(slot: Slot, work: Work<T>): Promise<T> {
    const signal = this.#signal;
    if (signal === undefined) return settle(() => work(undefined)).finally(slot.release);
    try {
      throwIfAborted(signal);
    } catch (error) {
      slot.release();
      throw error;
    }
    const cancel = new binding.NativeCancelFlag();
    const running = settle(() => work(cancel)).finally(slot.release);
    return untilAborted(running, signal, () => {
      cancel.cancel();
      slot.drain();
    });
  }
}

/** Turns away the calls of a tokenizer that wait. */
export function dismissCalls(owner: object, reason: unknown): void {
  eventLoopIfMade()?.counting.dismiss(owner, reason);
}

function isWait(entered: Slot | Wait): entered is Wait {
  return 'slot' in entered;
}

function waitFor({ slot, leave }: Wait, signal: AbortSignal | undefined): Promise<Slot> {
  if (signal === undefined) return slot;
  const forget = onAbort(signal, () => leave(reasonOf(signal)));
  return slot.finally(forget);
}

/** What a promise gives, unless the signal is aborted before. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal, abort: () => void): Promise<T> {
  // Should the signal refuse to be listened to, nobody else hears of what the promise rejects with.
  promise.catch(() => {});
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => {
      abort();
      reject(reasonOf(signal));
    });
    promise.then(resolve, reject).finally(forget);
  });
}
