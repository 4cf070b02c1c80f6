/** Every `code` that a {@link TokenwellError} can have. Codes are stable: messages may change, these do not. */
const errorCodes = [
  'ERR_INVALID_ARGUMENT',
  'ERR_TOKENIZER_NOT_FOUND',
  'ERR_TOKENIZER_INVALID',
  'ERR_UNSUPPORTED',
  'ERR_INVALID_UTF8',
  'ERR_SPECIAL_TOKEN',
  'ERR_ID_OUT_OF_RANGE',
  'ERR_QUEUE_FULL',
  'ERR_CLOSED',
  'ERR_OUT_OF_MEMORY',
  'ERR_INTERNAL',
] as const;

/**
 * What went wrong, as a stable string to compare with.
 *
 * - `ERR_INVALID_ARGUMENT`: an argument or an option (or the environment variable that stands in for one) has a wrong type or value.
 * - `ERR_TOKENIZER_NOT_FOUND`: no such file, folder or embedded encoding.
 * - `ERR_TOKENIZER_INVALID`: the file was found but is no tokenizer, or is larger than `maxFileBytes`.
 * - `ERR_UNSUPPORTED`: the tokenizer cannot do what was asked.
 * - `ERR_INVALID_UTF8`: bytes that should be UTF-8 are not; the message names the byte offset.
 * - `ERR_SPECIAL_TOKEN`: the text contains a special token and the caller asked for that to be an error.
 * - `ERR_ID_OUT_OF_RANGE`: an id that the vocabulary does not have.
 * - `ERR_QUEUE_FULL`: as many calls wait already as `setConcurrencyLimit` allows.
 * - `ERR_CLOSED`: the tokenizer has been closed, before the call or while it waited for its turn; or all tokenizers on what was shared have been.
 * - `ERR_OUT_OF_MEMORY`: a buffer as large as the input needs could not be had.
 * - `ERR_INTERNAL`: a fault of this package; please report it.
 */
export type TokenwellErrorCode = (typeof errorCodes)[number];

/**
 * The one error class of this package: whatever a function throws or a promise rejects with is an instance of it, but for the reason of a signal
 * that cancels a call.
 *
 * The message names the offending value. Compare `code` and not the message. `cause` is the error underneath, if there is one.
 *
 * @example
 * ```ts
 * import { Tokenizer, TokenwellError } from 'tokenwell';
 *
 * try {
 *   await Tokenizer.fromFile('no/such/tokenizer.json');
 * } catch (error) {
 *   if (!(error instanceof TokenwellError)) throw error;
 *   console.log(error.code); // ERR_TOKENIZER_NOT_FOUND
 * }
 * ```
 */
export class TokenwellError extends Error {
  override readonly name: string = 'TokenwellError';

  /** What went wrong; see {@link TokenwellErrorCode}. */
  readonly code: TokenwellErrorCode;

  constructor(code: TokenwellErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Wraps an error of the native side: same code, same message, the original as `cause`.
 *
 * An error without one of our codes was not raised on purpose, so it counts as a fault of this package.
 */
export function toTokenwellError(cause: unknown): TokenwellError {
  if (cause instanceof TokenwellError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return new TokenwellError(errorCodes.find((known) => known === code) ?? 'ERR_INTERNAL', message, { cause });
}
