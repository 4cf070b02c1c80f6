/** Repeatable choices: the same seed always makes the same chat, on every machine. */
export interface SeededRandom {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** `count` different items in a random order; all of them when there are no more. */
  sample<T>(items: readonly T[], count: number): T[];
}

/** A linear congruential generator with the multiplier and increment of Numerical Recipes; its high bits are used. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const rest = [...items];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1));
    return taken;
  };
  return { below, pick, sample };
}
