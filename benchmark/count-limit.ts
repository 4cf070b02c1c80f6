import { type CountOptions, type Tokenizer, TokenwellError } from '../index.js';

/**
 * The options of a count that samples texts above a length, in UTF-16 units or bytes; none for versions of the package that refuse such an
 * option, since those count all texts exactly.
 */
export function limitedCount(tokenizer: Tokenizer, maxExactChars: number): CountOptions {
  // Such a version may be compiled against as well.
  const options = { maxExactChars } as CountOptions;
  try {
    tokenizer.countSync('', options);
    return options;
  } catch (error) {
    if (error instanceof TokenwellError && error.code === 'ERR_INVALID_ARGUMENT') return {};
    throw error;
  }
}
