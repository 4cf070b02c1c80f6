/** What is proved, one line each: a sentence of what holds, and how to find out. */
export interface Proof {
  readonly title: string;
  /** What is wrong, in a sentence each; nothing when it holds. */
  readonly faults: () => Promise<readonly string[]>;
}

/** Tries each, prints a line for each, and returns how many held and how many did not. */
export async function prove(proofs: readonly Proof[]): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const { title, faults } of proofs) {
    const found = await faults().catch((error: unknown) => [String(error)]);
    console.log(`${found.length === 0 ? 'holds ' : 'FAILED'}  ${title}`);
    for (const fault of found) console.log(`        ${fault}`);
    if (found.length > 0) failed += 1;
  }
  return { passed: proofs.length - failed, failed };
}
