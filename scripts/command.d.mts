export interface RunOptions {
  /** Also collect what the program prints. It is passed on all the same. */
  capture?: boolean;
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
