import { binding } from '../native-binding.js';
import { limitOfEnvironment } from './concurrency-limit.js';
import { Limiter } from './limiter.js';

/** The limiters of one event loop. */
export interface EventLoop {
  /** For whatever works on text. */
  readonly counting: Limiter;
  /** For loading, so that a long load never takes a place from the others. */
  readonly loading: Limiter;
}

/**
 * Under this name the limiters of a thread are found by both builds of this layer, the ES modules and the CommonJS one, should a program have
 * loaded both. It has the version of what it names.
 */
const KEY = Symbol.for('tokenwell.event-loop.1');
const LOOK_AGAIN_MS = 1000;

type Holder = { [KEY]?: EventLoop };

/**
 * The limiters of this thread's event loop, made when they are first needed. `limit` is then the limit, instead of what the environment says.
 *
 * @throws {TokenwellError} `ERR_INVALID_ARGUMENT` if the environment is wrong, each time it is asked for until it is right.
 */
export function eventLoop(limit?: number): EventLoop {
  const holder = globalThis as Holder;
  return (holder[KEY] ??= makeEventLoop(limit ?? limitOfEnvironment(binding.threadPoolSize())));
}

/** The same, unless nothing has needed them yet. */
export function eventLoopIfMade(): EventLoop | undefined {
  return (globalThis as Holder)[KEY];
}

/** Loads that run at once where so many counts may. */
export function loadLimit(limit: number): number {
  return Math.max(1, Math.floor(limit / 2));
}

function makeEventLoop(limit: number): EventLoop {
  let timer: NodeJS.Timeout | undefined;
  const limiters = (): readonly Limiter[] => [loading, counting];
  const pump = (): void => {
    for (const limiter of limiters()) limiter.pump();
  };
  // A loop whose tasks all wait for tickets of others has nothing else that keeps it alive. The timer also looks again, should a call get lost.
  const watch = (): void => {
    const waits = limiters().some(({ queued }) => queued > 0);
    if (waits) {
      timer ??= setInterval(pump, LOOK_AGAIN_MS);
    } else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  const tickets = new binding.NativeTickets(pump);
  const counting = new Limiter(tickets, limit, watch);
  const loading = new Limiter(tickets, loadLimit(limit), watch);
  return { counting, loading };
}
