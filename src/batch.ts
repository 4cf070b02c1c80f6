/**
 * Batches cross into native code in tasks of a bounded size, one after the other, so that other callers get a turn between two of
 * them and no task holds the JavaScript thread for long while its texts are copied.
 */
import { invalidArgument } from './argument-error.js';
import { type Checked, detach, type NativeInput } from './text-input.js';

/** Most text that one native task takes, in bytes as it crosses; a larger single text is a task by itself. */
const MAX_TASK_BYTES = 4_000_000;

/** What each text is charged beyond its size, so that a million tiny texts are not one task. */
const BYTES_PER_TEXT = 64;

/** A part of a batch that is worked off in one go. */
export interface BatchTask<Native extends NativeInput> {
  readonly inputs: readonly Checked<Native>[];
  /** The number of its first input in the batch. */
  readonly first: number;
  /** Whether it is a single input that asks for ways of its own. */
  readonly isLong: boolean;
}

/** Checks each input of a batch; messages call the third one `inputs[2]`, if `name` is `inputs`. */
export function checkBatch<Native extends NativeInput>(
  inputs: unknown,
  name: string,
  check: (input: unknown, name: string) => Checked<Native>,
): Checked<Native>[] {
  if (!Array.isArray(inputs)) throw invalidArgument(name, inputs, 'an array');
  return Array.from(inputs as readonly unknown[], (input, index) => check(input, `${name}[${index}]`));
}

/** Cuts a batch into tasks, in order. An input that is long is a task by itself. */
export function splitIntoTasks<Native extends NativeInput>(
  inputs: readonly Checked<Native>[],
  isLongInput: (input: Checked<Native>) => boolean,
): BatchTask<Native>[] {
  const tasks: BatchTask<Native>[] = [];
  let task: Checked<Native>[] = [];
  let room = 0;
  for (const [first, input] of inputs.entries()) {
    const isLong = isLongInput(input);
    const cost = input.bytes + BYTES_PER_TEXT;
    if (isLong || cost > room) {
      task = [];
      tasks.push({ inputs: task, first, isLong });
      room = isLong ? 0 : MAX_TASK_BYTES;
    }
    task.push(input);
    room -= cost;
  }
  return tasks;
}

/** The whole batch as one task, for results that depend on all inputs. */
export function asOneTask<Native extends NativeInput>(inputs: readonly Checked<Native>[]): BatchTask<Native>[] {
  return inputs.length === 0 ? [] : [{ inputs, first: 0, isLong: false }];
}

/** For async calls: copies now what crosses only after the call has returned. */
export function detachLaterTasks<Native extends NativeInput>(tasks: readonly BatchTask<Native>[]): BatchTask<Native>[] {
  return tasks.map((task, index) => (index === 0 ? task : detachTask(task)));
}

/** The same task, out of the caller's reach. */
export function detachTask<Native extends NativeInput>(task: BatchTask<Native>): BatchTask<Native> {
  return { ...task, inputs: task.inputs.map((input) => ({ ...input, native: detach(input.native) })) };
}

/** The length of a task's inputs together. */
export function unitsOf({ inputs }: BatchTask<NativeInput>): number {
  return inputs.reduce((sum, { chars }) => sum + chars, 0);
}

/** What native code takes of a task. */
export function nativeInputs<Native extends NativeInput>({ inputs }: BatchTask<Native>): Native[] {
  return inputs.map(({ native }) => native);
}

/** Runs the tasks one after the other and joins their results in order. */
export async function runTasks<Task, Result>(
  tasks: readonly Task[],
  run: (task: Task) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: (readonly Result[])[] = [];
  // Waiting inside the loop is the point: see the head of this file.
  for (const task of tasks) results.push(await run(task));
  return results.flat();
}
