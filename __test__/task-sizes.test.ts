import { expect, it } from 'vitest';
import { nativeInputs, splitIntoTasks } from '../src/batch.js';

const sized = (bytes: number): { native: string; chars: number; bytes: number } => ({
  native: `${bytes}`,
  chars: bytes / 2,
  bytes,
});

const split = (...sizes: number[]): string[][] =>
  splitIntoTasks(sizes.map(sized), () => false).map((task) => nativeInputs(task));

it('puts texts together up to 4 MB', () => {
  expect(split()).toEqual([]);
  expect(split(0)).toEqual([['0']]);
  expect(split(1_000_000, 2_000_000, 999_000)).toEqual([['1000000', '2000000', '999000']]);
  expect(split(1_000_000, 2_000_000, 1_000_001, 5)).toEqual([
    ['1000000', '2000000'],
    ['1000001', '5'],
  ]);
});

it('gives a text over 4 MB a task of its own', () => {
  expect(split(1, 9_000_000, 2, 3)).toEqual([['1'], ['9000000'], ['2', '3']]);
  expect(split(9_000_000, 8_000_000)).toEqual([['9000000'], ['8000000']]);
});

it('does not put a million empty texts into one task', () => {
  const tasks = splitIntoTasks(
    Array.from({ length: 1_000_000 }, () => sized(0)),
    () => false,
  );
  expect(tasks.length).toBeGreaterThan(10);
  expect(tasks.flatMap(({ inputs }) => inputs)).toHaveLength(1_000_000);
});

it('gives a text that is too long for a task one of its own, and tells which of the batch it is', () => {
  const tasks = splitIntoTasks([2, 40, 4, 6, 20].map(sized), ({ chars }) => chars > 9);
  expect(tasks.map(({ inputs, first, isLong }) => [inputs.map(({ native }) => native), first, isLong])).toEqual([
    [['2'], 0, false],
    [['40'], 1, true],
    [['4', '6'], 2, false],
    [['20'], 4, true],
  ]);
});
