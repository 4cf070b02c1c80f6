import { expect, it } from 'vitest';
import { seededRandom } from '../../scripts/sample-chats/seeded-random.js';
import { promptRow, type PromptOrder } from '../latency/prompt-order.js';
import { PromptMaker } from '../latency/prompts.js';
import { sampleTexts } from '../texts.js';

const maker = new PromptMaker(sampleTexts().map(({ text }) => text));
const SIZE = { units: 2000 };

function keysOf(order: PromptOrder, count: number): string[] {
  const row = promptRow(maker, order, SIZE, 3, { number: 7, random: seededRandom(1) });
  return Array.from({ length: count }, () => row.next().key);
}

it('makes prompts of the length asked for, in units or in bytes, and never splits a character', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const { body, units } = maker.create(seed, { units: 1000 + seed });
    expect([1000 + seed, 999 + seed]).toContain(units);
    expect(body.toString('utf8')).not.toContain('\uFFFD');
    const bytes = maker.create(seed, { bytes: 1000 + seed }).body;
    expect(bytes.length).toBeGreaterThan(996 + seed);
    expect(bytes.length).toBeLessThanOrEqual(1000 + seed);
    expect(bytes.toString('utf8')).not.toContain('\uFFFD');
  }
});

it('makes the same prompt for the same seed, and shares no line between two of them', () => {
  const [one, again, other] = [1, 1, 2].map((seed) => maker.create(seed, { units: 50_000 }).body.toString('utf8'));
  expect(one).toBe(again);
  const lines = new Set(one?.split('\n').slice(0, -1));
  expect(other?.split('\n').filter((line) => line !== '' && lines.has(line))).toEqual([]);
});

it('gives the same, all in turn, any, or only new prompts', () => {
  expect(new Set(keysOf('same', 7)).size).toBe(1);
  const sequential = keysOf('sequential', 7);
  expect(new Set(sequential).size).toBe(3);
  expect(sequential.slice(3, 6)).toEqual(sequential.slice(0, 3));
  expect(new Set(keysOf('random', 40)).size).toBe(3);
  expect(new Set(keysOf('created', 7)).size).toBe(7);
});

it('gives each contender the same row again', () => {
  for (const order of ['same', 'sequential', 'random', 'created'] as const) {
    expect(keysOf(order, 5)).toEqual(keysOf(order, 5));
  }
});
