/** Which of the two sorts of tickets. */
export type TicketKind = 'general' | 'small';

/** The tickets of the process for the threads of the libuv pool. */
export interface Tickets {
  /** A ticket, or `null`. Small work takes a general one if one is free, and else the one for small work. */
  take(isSmall: boolean): TicketKind | null;
  /** Gives back a ticket. */
  giveBack(kind: TicketKind): void;
}
