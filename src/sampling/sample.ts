import type { GroupText } from './window-tasks.js';
import type { WindowPlan } from './window-plan.js';

/** What was counted: groups of windows, and some of them a second time, in halves. */
export class Sample {
  /** Tokens of each group; number `2 p` and number `2 p + 1` are a pair. */
  readonly tokens: Float64Array;
  /** How much text each group has, in UTF-16 units or bytes. */
  readonly units: Float64Array;
  readonly #tokensInHalves = new Map<number, number>();

  constructor({ pairs }: WindowPlan) {
    this.tokens = new Float64Array(2 * pairs);
    this.units = new Float64Array(2 * pairs);
  }

  /** Notes the tokens of each text of a task. */
  add(task: readonly GroupText[], tokens: ArrayLike<number>): void {
    for (const [index, { group, isHalves, units }] of task.entries()) {
      const count = tokens[index] ?? 0;
      if (isHalves) {
        this.#tokensInHalves.set(group, (this.#tokensInHalves.get(group) ?? 0) + count);
      } else {
        this.tokens[group] = count;
        this.units[group] = units;
      }
    }
  }

  /**
   * By how many tokens a group grows when it is counted in two texts, the first halves of its windows and the second ones; of each group that was. Halving makes as
   * many new edges as a group has.
   */
  growth(): number[] {
    return Array.from(this.#tokensInHalves, ([group, count]) => count - (this.tokens[group] ?? 0));
  }
}
