/** What one sweep found. Each failure is one sentence that names the file or case. */
export interface SweepResult {
  readonly passed: number;
  readonly failures: readonly string[];
}

/** Runs `check` on every item in turn. It returns a complaint, or nothing when all is well; what it throws is a complaint too. */
export async function sweep<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  check: (item: T) => Promise<string | undefined>,
): Promise<SweepResult> {
  const failures: string[] = [];
  for (const item of items) {
    const complaint = await check(item).catch((error: unknown) => String(error));
    if (complaint !== undefined) failures.push(`${nameOf(item)}: ${complaint}`);
  }
  return { passed: items.length - failures.length, failures };
}
