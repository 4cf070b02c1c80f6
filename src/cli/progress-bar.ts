import { stderr } from 'node:process';
import { printable } from './printable.js';

/** What the bar needs of the standard error. */
export interface Terminal {
  /** Only a terminal has it. */
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Work that ends sooner shows no bar, so that nothing flickers. */
const QUIET_MS = 300;
const REDRAW_MS = 100;
const BAR_COLUMNS = 24;
const DEFAULT_COLUMNS = 80;
const FRAMES = ['|', '/', '-', '\\'] as const;

/**
 * One line on the standard error that tells how many of the inputs are done and which one is worked on; it is erased at the end.
 *
 * It shows only on a terminal. One input is counted by one native call, which does not tell how far it is; so the bar moves from input
 * to input, and a turning mark and the seconds say that the work goes on.
 */
export class ProgressBar {
  readonly #total: number;
  readonly #terminal: Terminal;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout | null;
  #done = 0;
  #label = '';
  #frame = 0;
  #drawn = false;

  constructor(total: number, terminal: Terminal = stderr) {
    this.#total = total;
    this.#terminal = terminal;
    this.#timer = terminal.isTTY === true ? setInterval(() => this.#draw(), REDRAW_MS).unref() : null;
  }

  /** Says what is worked on from now. */
  show(label: string): void {
    this.#label = printable(label);
  }

  /** Says that one more input is done. */
  advance(): void {
    this.#done += 1;
  }

  /** Makes room for output; the next tick draws the bar anew below it. */
  erase(): void {
    if (this.#drawn) this.#terminal.write('\r\u001B[K');
    this.#drawn = false;
  }

  /** Erases the bar for good. */
  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.erase();
  }

  #draw(): void {
    const elapsedMs = performance.now() - this.#startedMs;
    if (elapsedMs < QUIET_MS) return;
    this.#frame = (this.#frame + 1) % FRAMES.length;
    // Some pseudo-terminals say that they have no columns.
    const columns = this.#terminal.columns || DEFAULT_COLUMNS;
    this.#terminal.write(`\r${this.#line(elapsedMs).slice(0, columns - 1)}\u001B[K`);
    this.#drawn = true;
  }

  #line(elapsedMs: number): string {
    const filled = Math.floor((BAR_COLUMNS * this.#done) / this.#total);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_COLUMNS - filled)}]`;
    return `${FRAMES[this.#frame]} ${bar} ${this.#done}/${this.#total} ${(elapsedMs / 1000).toFixed(1)} s ${this.#label}`;
  }
}
