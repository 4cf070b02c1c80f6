/**
 * The door to the native addon. No other file imports it, so that what the layer asks of the addon can be read in one place.
 *
 * Both builds of this layer (ES modules and CommonJS) reach the same addon through here.
 */
import binding from '../addon/addon.cjs';
import { toTokenwellError } from './errors.js';

export type {
  NativeAddedToken,
  NativeAddedTokenInfo,
  NativeCancelFlag,
  NativeCountOptions,
  NativeCountStream,
  NativeDecodeStream,
  NativeEncodeOptions,
  NativePadding,
  NativeTextBuffer,
  NativeTokenizer,
  NativeTruncation,
} from '../addon/addon.cjs';

export { binding };

/**
 * Awaits a native call and turns what it throws or rejects with into a `TokenwellError`.
 *
 * It takes the call and not its promise: a native function may also throw before it has a promise to return.
 */
export async function settle<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw toTokenwellError(error);
  }
}

/** The twin of {@link settle} for native calls that return at once. */
export function settleSync<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw toTokenwellError(error);
  }
}
