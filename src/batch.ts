/**
 * Batches cross into native code in tasks of a bounded size, one after the other, so that other callers get a turn between two of
 * them and no task holds the JavaScript thread for long while its texts are copied.
 */
import { invalidArgument } from './argument-error.js';
import type { NativeTokenizer } from './native-binding.js';
import { type Checked, detach, type NativeInput } from './text-input.js';

/** Most text that one native task takes, in bytes as it crosses; a larger single text is a task by itself. */
const MAX_TASK_BYTES = 4_000_000;

/** What each text is charged beyond its size, so that a million tiny texts are not one task. */
const BYTES_PER_TEXT = 64;

/** Checks each input of a batch; messages call the third one `inputs[2]`, if `name` is `inputs`. */
export function checkBatch<Native extends NativeInput>(
  inputs: unknown,
  name: string,
  check: (input: unknown, name: string) => Checked<Native>,
): Checked<Native>[] {
  if (!Array.isArray(inputs)) throw invalidArgument(name, inputs, 'an array');
  return Array.from(inputs as readonly unknown[], (input, index) => check(input, `${name}[${index}]`));
}

/** Cuts a batch into tasks, in order. */
export function splitIntoTasks<Native extends NativeInput>(inputs: readonly Checked<Native>[]): Native[][] {
  const tasks: Native[][] = [];
  let task: Native[] = [];
  let room = 0;
  for (const { native, bytes } of inputs) {
    const cost = bytes + BYTES_PER_TEXT;
    if (cost > room) {
      task = [];
      tasks.push(task);
      room = MAX_TASK_BYTES;
    }
    task.push(native);
    room -= cost;
  }
  return tasks;
}

/** The whole batch as one task, for results that depend on all inputs. */
export function asOneTask<Native extends NativeInput>(inputs: readonly Checked<Native>[]): Native[][] {
  return inputs.length === 0 ? [] : [inputs.map(({ native }) => native)];
}

/** For async calls: copies now what crosses only after the call has returned. */
export function detachLaterTasks<Native extends NativeInput>(tasks: readonly Native[][]): Native[][] {
  return tasks.map((task, index) => (index === 0 ? task : task.map((input) => detach(input))));
}

/**
 * The tokenizer that the tasks of an async call run on. Later tasks start after the call has returned, when the caller may have changed
 * settings or added tokens, so where there are any they run on a clone that has what was in force at the call.
 */
export function heldFor(tasks: readonly unknown[], native: NativeTokenizer): NativeTokenizer {
  return tasks.length > 1 ? native.clone() : native;
}

/** Runs the tasks one after the other and joins their results in order; `first` is the number of a task's first input in the batch. */
export async function runTasks<Task extends readonly unknown[], Result>(
  tasks: readonly Task[],
  run: (task: Task, first: number) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[][] = [];
  let first = 0;
  for (const task of tasks) {
    // Waiting inside the loop is the point: see the head of this file.
    results.push(await run(task, first));
    first += task.length;
  }
  return results.flat();
}

/** The twin of {@link runTasks} for calls that return at once. */
export function runTasksSync<Task extends readonly unknown[], Result>(
  tasks: readonly Task[],
  run: (task: Task, first: number) => Result[],
): Result[] {
  let first = 0;
  return tasks.flatMap((task) => {
    const results = run(task, first);
    first += task.length;
    return results;
  });
}
