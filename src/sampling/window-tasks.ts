import type { NativeText } from '../text-input.js';
import type { SampledText, Stretch } from './sampled-text.js';
import { cutWindow } from './window-cutter.js';
import { joinWindows } from './window-group.js';
import type { WindowPlan } from './window-plan.js';

/** Most text that crosses in one task, in UTF-16 units or bytes: cutting it takes the JavaScript thread some three milliseconds. */
const TASK_UNITS = 500_000;

/** Windows of one group, or halves of them, joined to one text. */
export interface GroupText {
  readonly native: NativeText;
  readonly group: number;
  /** Whether it is one of the two texts of halves. */
  readonly isHalves: boolean;
  /** How much of the sampled text it has, in UTF-16 units or bytes. */
  readonly units: number;
}

/** Cuts the windows of a plan, a task at a time; halves are in the task of their group. */
export function* tasksOf(text: SampledText, plan: WindowPlan): Generator<GroupText[], void, void> {
  let task: GroupText[] = [];
  let units = 0;
  for (let pair = 0; pair < plan.pairs; pair += 1) {
    for (const group of pairOf(text, plan, pair)) {
      task.push(group);
      units += group.units;
    }
    if (units >= TASK_UNITS || pair === plan.pairs - 1) {
      yield task;
      task = [];
      units = 0;
    }
  }
}

/** The groups of a pair, which take turns among its windows. */
function pairOf(text: SampledText, plan: WindowPlan, pair: number): GroupText[] {
  const groups = [2 * pair, 2 * pair + 1];
  const whole = groups.map((group) => groupText(windowsOf(text, plan, group, 0, 1), group, false));
  // In the middle of each run of pairs, so that no end of the text stands for all of it.
  if (pair % plan.pairsPerRecount !== plan.pairsPerRecount >>> 1) return whole;
  const halves = groups.flatMap((group) => [
    groupText(windowsOf(text, plan, group, 0, 0.5), group, true),
    groupText(windowsOf(text, plan, group, 0.5, 1), group, true),
  ]);
  return [...whole, ...halves];
}

/** The windows of a group, each from one share of its length up to another one. */
function windowsOf(text: SampledText, plan: WindowPlan, group: number, from: number, to: number): Stretch[] {
  const windows: Stretch[] = [];
  const first = (group >>> 1) * 2 * plan.windowsPerGroup + (group % 2);
  for (let turn = 0; turn < plan.windowsPerGroup; turn += 1) {
    const start = plan.starts[first + 2 * turn] ?? 0;
    const length = (plan.ends[first + 2 * turn] ?? 0) - start;
    const [left, right] = [start + Math.round(length * from), start + Math.round(length * to)];
    windows.push(cutWindow(text, left, right, plan.reachUnits));
  }
  return windows;
}

function groupText(windows: readonly Stretch[], group: number, isHalves: boolean): GroupText {
  const units = windows.reduce((sum, window) => sum + window.length, 0);
  return { native: joinWindows(windows), group, isHalves, units };
}
