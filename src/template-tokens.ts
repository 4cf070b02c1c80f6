import { type NativeCountOptions, type NativeTokenizer, settleSync } from './native-binding.js';

/** The tokens that the template adds to a text that is counted with these options: those of the empty text. */
export function templateTokens(native: NativeTokenizer, options: NativeCountOptions): number {
  return options.addSpecialTokens ? settleSync(() => native.countSync('', options)) : 0;
}
