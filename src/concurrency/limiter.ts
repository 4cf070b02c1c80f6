import { TokenwellError } from '../errors.js';
import type { ConcurrencyStats } from './concurrency-stats.js';
import type { TicketKind, Tickets } from './tickets.js';

/** Who asks to run. */
export interface Entrant {
  /** Whose tasks {@link Limiter.dismiss} turns away together. */
  readonly owner: object;
  /** Whether it is over in a moment, so that it need not wait behind long ones. */
  readonly isSmall: boolean;
  /** Whether it goes on with what was let in before, and so cannot be turned away by a full queue. */
  readonly isContinued: boolean;
}

/** A place among the running tasks. */
export interface Slot {
  /** Its caller no longer waits, but it runs on. */
  readonly drain: () => void;
  /** It has ended. Doing it twice does nothing. */
  readonly release: () => void;
}

/** A place in the queue. */
export interface Wait {
  readonly slot: Promise<Slot>;
  /** Leaves the queue; the promise rejects with the reason. Does nothing once there is a slot. */
  readonly leave: (reason: unknown) => void;
}

interface Waiting extends Entrant {
  readonly resolve: (slot: Slot) => void;
  readonly reject: (reason: unknown) => void;
}

/** So many small tasks in a row may go before a long one that waits. */
const MOST_SMALL_FIRST = 8;

/**
 * Lets so many tasks run at once, first come first served, and each only with a ticket of the process.
 *
 * Small tasks have a queue of their own. It goes first, though not for ever; and while long tasks hold all places, one small task more may run.
 */
export class Limiter {
  readonly #tickets: Tickets;
  readonly #onQueueChange: () => void;
  #limit: number;
  #maxQueue = Number.POSITIVE_INFINITY;
  readonly #small = new Set<Waiting>();
  readonly #long = new Set<Waiting>();
  /** Running tasks, the extra small one left out. */
  #running = 0;
  #isExtraRunning = false;
  #draining = 0;
  #smallInRow = 0;
  #peakQueued = 0;
  #rejected = 0;

  /** `onQueueChange` is called whenever a task has come to wait, or waits no longer. */
  constructor(tickets: Tickets, limit: number, onQueueChange: () => void) {
    this.#tickets = tickets;
    this.#limit = limit;
    this.#onQueueChange = onQueueChange;
  }

  /** Changes the limit, and how many may wait. What runs already runs on. */
  configure(limit: number, maxQueue: number): void {
    this.#limit = limit;
    this.#maxQueue = maxQueue;
    this.pump();
  }

  /**
   * Gives a slot at once, or a place in the queue.
   *
   * @throws {TokenwellError} `ERR_QUEUE_FULL` if as many wait as may.
   */
  enter(entrant: Entrant): Slot | Wait {
    const queue = entrant.isSmall ? this.#small : this.#long;
    const slot = queue.size === 0 ? this.#start(entrant.isSmall) : undefined;
    if (slot !== undefined) return slot;
    if (!entrant.isContinued && this.queued >= this.#maxQueue) {
      this.#rejected += 1;
      throw new TokenwellError(
        'ERR_QUEUE_FULL',
        `${this.queued} calls wait already, and maxQueue is ${this.#maxQueue}`,
      );
    }
    return this.#wait(entrant, queue);
  }

  /** Starts what waits, as far as there are places and tickets. */
  pump(): void {
    while (this.queued > 0) {
      const queue = this.#nextQueue();
      const other = queue === this.#small ? this.#long : this.#small;
      if (!this.#startFirst(queue) && !this.#startFirst(other)) return;
    }
  }

  /** Turns away all of an owner's tasks that wait. */
  dismiss(owner: object, reason: unknown): void {
    for (const queue of [this.#small, this.#long]) {
      for (const waiting of queue) {
        if (waiting.owner !== owner) continue;
        queue.delete(waiting);
        waiting.reject(reason);
      }
    }
    this.#onQueueChange();
  }

  /** The number of tasks that wait. */
  get queued(): number {
    return this.#small.size + this.#long.size;
  }

  /** The number of tasks that run, whether or not anybody waits for them. */
  get running(): number {
    return this.#running + Number(this.#isExtraRunning);
  }

  /** How it is doing. */
  state(): ConcurrencyStats {
    const draining = this.#draining;
    return {
      limit: this.#limit,
      active: this.running - draining,
      draining,
      queued: this.queued,
      peakQueued: this.#peakQueued,
      rejected: this.#rejected,
    };
  }

  #wait(entrant: Entrant, queue: Set<Waiting>): Wait {
    const { promise, resolve, reject } = withResolvers<Slot>();
    const waiting: Waiting = { ...entrant, resolve, reject };
    queue.add(waiting);
    this.#peakQueued = Math.max(this.#peakQueued, this.queued);
    this.#onQueueChange();
    const leave = (reason: unknown): void => {
      if (!queue.delete(waiting)) return;
      reject(reason);
      this.#onQueueChange();
    };
    return { slot: promise, leave };
  }

  #nextQueue(): Set<Waiting> {
    if (this.#small.size === 0) return this.#long;
    const isLongDue = this.#long.size > 0 && this.#smallInRow >= MOST_SMALL_FIRST;
    return isLongDue ? this.#long : this.#small;
  }

  #startFirst(queue: Set<Waiting>): boolean {
    const [waiting] = queue;
    if (waiting === undefined) return false;
    const slot = this.#start(waiting.isSmall);
    if (slot === undefined) return false;
    queue.delete(waiting);
    this.#smallInRow = waiting.isSmall ? this.#smallInRow + 1 : 0;
    waiting.resolve(slot);
    this.#onQueueChange();
    return true;
  }

  #start(isSmall: boolean): Slot | undefined {
    const isExtra = this.#running >= this.#limit;
    if (isExtra && (!isSmall || this.#isExtraRunning)) return undefined;
    const ticket = this.#tickets.take(isSmall);
    if (ticket === null) return undefined;
    if (isExtra) this.#isExtraRunning = true;
    else this.#running += 1;
    return this.#slot(ticket, isExtra);
  }

  #slot(ticket: TicketKind, isExtra: boolean): Slot {
    let state: 'active' | 'draining' | 'released' = 'active';
    return {
      drain: () => {
        if (state !== 'active') return;
        state = 'draining';
        this.#draining += 1;
      },
      release: () => {
        if (state === 'released') return;
        if (state === 'draining') this.#draining -= 1;
        state = 'released';
        if (isExtra) this.#isExtraRunning = false;
        else this.#running -= 1;
        this.#tickets.giveBack(ticket);
        this.pump();
      },
    };
  }
}

/** `Promise.withResolvers`, which Node.js 20 has not. */
function withResolvers<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
} {
  let resolve: ((value: T) => void) | undefined;
  let reject: ((reason: unknown) => void) | undefined;
  const promise = new Promise<T>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  if (resolve === undefined || reject === undefined) throw new Error('the executor of a promise runs at once');
  return { promise, resolve, reject };
}
