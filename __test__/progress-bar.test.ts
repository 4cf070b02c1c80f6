import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressBar } from '../src/cli/progress-bar.js';

const ERASE = '\r\u001B[K';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A terminal that remembers what was written on it. */
function terminal(
  isTTY: boolean,
  columns = 80,
): { isTTY: boolean; columns: number; text: string; write(text: string): void } {
  return {
    isTTY,
    columns,
    text: '',
    write(text) {
      this.text += text;
    },
  };
}

it('shows nothing for work that ends soon', () => {
  const screen = terminal(true);
  const bar = new ProgressBar(1, screen);
  vi.advanceTimersByTime(250);
  bar.end();
  vi.advanceTimersByTime(5000);
  expect(screen.text).toBe('');
});

it('shows how many inputs are done, which one is worked on, and for how long', () => {
  const screen = terminal(true);
  const bar = new ProgressBar(4, screen);
  bar.advance();
  bar.show('file\u001B[2J');
  vi.advanceTimersByTime(2000);
  expect(screen.text).toContain(String.raw`[######..................] 1/4 2.0 s file\u001b[2J`);
  bar.end();
  expect(screen.text.endsWith(ERASE)).toBe(true);
});

it('makes room for output and comes back', () => {
  const screen = terminal(true);
  const bar = new ProgressBar(2, screen);
  vi.advanceTimersByTime(1000);
  bar.erase();
  expect(screen.text.endsWith(ERASE)).toBe(true);
  const { length } = screen.text;
  bar.erase();
  expect(screen.text).toHaveLength(length);
  vi.advanceTimersByTime(100);
  expect(screen.text.length).toBeGreaterThan(length);
});

it('keeps to one line of the terminal', () => {
  const screen = terminal(true, 40);
  const bar = new ProgressBar(1, screen);
  bar.show('x'.repeat(200));
  vi.advanceTimersByTime(400);
  bar.end();
  const lines = screen.text.split('\r').map((line) => line.replace('\u001B[K', ''));
  expect(Math.max(...lines.map((line) => line.length))).toBe(39);
});

it('shows nothing where there is no terminal', () => {
  const screen = terminal(false);
  const bar = new ProgressBar(1, screen);
  vi.advanceTimersByTime(60_000);
  bar.end();
  expect(screen.text).toBe('');
});
