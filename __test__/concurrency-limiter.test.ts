import { describe, expect, it } from 'vitest';
import { Limiter, type Slot, type Wait } from '../src/concurrency/limiter.js';
import type { TicketKind, Tickets } from '../src/concurrency/tickets.js';

/** Tickets that a test hands out. */
class FakeTickets implements Tickets {
  general: number;
  small = 1;

  constructor(general: number) {
    this.general = general;
  }

  take(isSmall: boolean): TicketKind | null {
    if (this.general > 0) {
      this.general -= 1;
      return 'general';
    }
    if (!isSmall || this.small === 0) return null;
    this.small -= 1;
    return 'small';
  }

  giveBack(kind: TicketKind): void {
    if (kind === 'general') this.general += 1;
    else this.small += 1;
  }
}

const owner = {};
const long = { owner, isSmall: false, isContinued: false };
const small = { owner, isSmall: true, isContinued: false };

function limiter(limit: number, tickets = new FakeTickets(100)): Limiter {
  return new Limiter(tickets, limit, () => {});
}

function slotOf(entered: Slot | Wait): Slot {
  if ('slot' in entered) throw new Error('it has to wait');
  return entered;
}

function waitOf(entered: Slot | Wait): Wait {
  if (!('slot' in entered)) throw new Error('it need not wait');
  return entered;
}

/** Notes which of some waits have got their slots. */
function watch(waits: Record<string, Wait>): { order: string[]; slots: Record<string, Slot> } {
  const order: string[] = [];
  const slots: Record<string, Slot> = {};
  const note = async (name: string, wait: Wait): Promise<void> => {
    slots[name] = await wait.slot;
    order.push(name);
  };
  for (const [name, wait] of Object.entries(waits)) void note(name, wait);
  return { order, slots };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('lets as many run as the limit says, first come first served', async () => {
    const limited = limiter(2);
    const running = [slotOf(limited.enter(long)), slotOf(limited.enter(long))];
    const { order } = watch({ a: waitOf(limited.enter(long)), b: waitOf(limited.enter(long)) });
    expect(limited.state()).toEqual({ limit: 2, active: 2, draining: 0, queued: 2, peakQueued: 2, rejected: 0 });
    running[1]?.release();
    await turn();
    expect(order).toEqual(['a']);
    running[0]?.release();
    await turn();
    expect(order).toEqual(['a', 'b']);
    expect(limited.state()).toMatchObject({ active: 2, queued: 0, peakQueued: 2 });
  });

  it('gives a place back once, however often it is released', () => {
    const tickets = new FakeTickets(5);
    const limited = limiter(1, tickets);
    const slot = slotOf(limited.enter(long));
    slot.release();
    slot.release();
    slot.drain();
    expect(limited.state()).toMatchObject({ active: 0, draining: 0 });
    expect(tickets.general).toBe(5);
  });

  it('keeps the place of a task that drains', async () => {
    const limited = limiter(1);
    const slot = slotOf(limited.enter(long));
    const { order } = watch({ next: waitOf(limited.enter(long)) });
    slot.drain();
    await turn();
    expect(limited.state()).toMatchObject({ active: 0, draining: 1, queued: 1 });
    expect(order).toEqual([]);
    slot.release();
    await turn();
    expect(limited.state()).toMatchObject({ active: 1, draining: 0, queued: 0 });
  });

  it('lets more run when the limit is raised, and takes none away when it is lowered', async () => {
    const limited = limiter(1);
    const first = slotOf(limited.enter(long));
    const { order, slots } = watch({ a: waitOf(limited.enter(long)), b: waitOf(limited.enter(long)) });
    limited.configure(2, Number.POSITIVE_INFINITY);
    await turn();
    expect(order).toEqual(['a']);
    limited.configure(1, Number.POSITIVE_INFINITY);
    first.release();
    await turn();
    expect(order).toEqual(['a']);
    slots['a']?.release();
    await turn();
    expect(order).toEqual(['a', 'b']);
  });
});

describe('the queue', () => {
  it('refuses calls above maxQueue, but not what goes on', () => {
    const limited = limiter(1);
    limited.configure(1, 1);
    slotOf(limited.enter(long));
    waitOf(limited.enter(long));
    expect(() => limited.enter(long)).toThrow(
      expect.objectContaining({ code: 'ERR_QUEUE_FULL', message: '1 calls wait already, and maxQueue is 1' }),
    );
    waitOf(limited.enter({ ...long, isContinued: true }));
    expect(limited.state()).toMatchObject({ queued: 2, rejected: 1 });
  });

  it('is left at once by who no longer waits', async () => {
    const limited = limiter(1);
    const running = slotOf(limited.enter(long));
    const gone = waitOf(limited.enter(long));
    const { order } = watch({ next: waitOf(limited.enter(long)) });
    gone.leave('enough');
    gone.leave('again');
    await expect(gone.slot).rejects.toBe('enough');
    expect(limited.state()).toMatchObject({ queued: 1 });
    running.release();
    await turn();
    expect(order).toEqual(['next']);
  });

  it('turns away those of one owner', async () => {
    const limited = limiter(1);
    slotOf(limited.enter(long));
    const other = waitOf(limited.enter({ ...long, owner: {} }));
    slotOf(limited.enter(small));
    const own = [waitOf(limited.enter(long)), waitOf(limited.enter(small))];
    const turnedAway = Promise.all(own.map((wait) => expect(wait.slot).rejects.toBe('closed')));
    limited.dismiss(owner, 'closed');
    await turnedAway;
    expect(limited.state()).toMatchObject({ queued: 1 });
    other.leave('done');
    await expect(other.slot).rejects.toBe('done');
  });
});

describe('small tasks', () => {
  it('have one place more while long ones hold all', async () => {
    const limited = limiter(1);
    const running = slotOf(limited.enter(long));
    const { order } = watch({ long: waitOf(limited.enter(long)) });
    const extra = slotOf(limited.enter(small));
    const next = watch({ small: waitOf(limited.enter(small)) });
    expect(limited.state()).toMatchObject({ active: 2, queued: 2 });
    extra.release();
    await turn();
    expect(next.order).toEqual(['small']);
    expect(order).toEqual([]);
    running.release();
    await turn();
    expect(order).toEqual(['long']);
  });

  it('go first, but a long one in nine', async () => {
    const limited = limiter(1);
    const running = [slotOf(limited.enter(long)), slotOf(limited.enter(small))];
    const waits: Record<string, Wait> = { long: waitOf(limited.enter(long)) };
    for (let number = 1; number <= 12; number += 1) waits[`small ${number}`] = waitOf(limited.enter(small));
    const { order, slots } = watch(waits);
    // Only the place that any task may have is given on.
    running[0]?.release();
    await turn();
    while (order.length < 10) {
      slots[order.at(-1) ?? '']?.release();
      await turn();
    }
    expect(order.indexOf('long')).toBe(8);
  });

  it('take the ticket that is theirs when no other is free', async () => {
    const tickets = new FakeTickets(1);
    const limited = limiter(3, tickets);
    const running = slotOf(limited.enter(long));
    waitOf(limited.enter(long)).slot.catch(() => {});
    const taken = slotOf(limited.enter(small));
    expect(tickets).toMatchObject({ general: 0, small: 0 });
    taken.release();
    running.release();
    await turn();
    expect(tickets).toMatchObject({ general: 0, small: 1 });
  });
});

describe('tickets', () => {
  it('are needed to run, and what waits for one starts when it is told', async () => {
    const tickets = new FakeTickets(0);
    const limited = limiter(2, tickets);
    const { order } = watch({ a: waitOf(limited.enter(long)), b: waitOf(limited.enter(long)) });
    limited.pump();
    await turn();
    expect(order).toEqual([]);
    tickets.general = 1;
    limited.pump();
    await turn();
    expect(order).toEqual(['a']);
    expect(tickets.general).toBe(0);
  });
});
