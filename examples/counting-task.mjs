/** What each thread of examples/piscina-pool.ts runs: it claims the tokenizer once, and counts what it is given. */
import { workerData } from 'piscina';
import { Tokenizer } from 'tokenwell';

const tokenizer = Tokenizer.fromShared(workerData);

/** The tokens of each text. */
export default async function countTexts(texts) {
  const counts = await tokenizer.countBatch(texts);
  return counts.map(({ tokens }) => tokens);
}
