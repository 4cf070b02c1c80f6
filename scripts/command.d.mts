export interface RunOptions {
  /** Also collect what the program prints. It then writes to a pipe and not to the terminal. */
  capture?: boolean;
  /** With `capture`: do not pass on what it prints. */
  quiet?: boolean;
  /** The folder to run in; the checkout's top folder unless given. */
  cwd?: string;
  /** Variables on top of the environment of this process. */
  env?: Record<string, string>;
}

export interface RunResult {
  code: number;
  /** Standard output and standard error as they came, without colours; empty without `capture`. */
  output: string;
}

export const root: string;
export function run(command: string, args: readonly string[], options?: RunOptions): Promise<RunResult>;
export function answers(command: string, args: readonly string[]): Promise<boolean>;
