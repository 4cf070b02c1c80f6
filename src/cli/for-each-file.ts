import { CommandError } from './command-error.js';
import { complain } from './output.js';
import type { ProgressBar } from './progress-bar.js';
import { TokenwellError } from '../errors.js';

/**
 * Does the same with each file. A file that fails is complained about and does not keep the others from their turn.
 *
 * @returns how many failed.
 */
export async function forEachFile(
  files: readonly string[],
  progress: ProgressBar,
  work: (file: string) => Promise<void>,
): Promise<number> {
  let failures = 0;
  for (const file of files) {
    progress.show(file);
    try {
      await work(file);
    } catch (error) {
      if (!(error instanceof CommandError || error instanceof TokenwellError)) throw error;
      progress.erase();
      complain(`${file}: ${error.message}`);
      failures += 1;
    }
    progress.advance();
  }
  return failures;
}
