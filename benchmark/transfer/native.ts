// What is measured here lies under the package: a plain `String` argument without the checks around it, and small texts that the package would
// not send to another thread.
// oxlint-disable-next-line eslint/no-restricted-imports -- the reason is above.
import binding from '../../binding.cjs';

/** A tokenizer as the addon has it, without a segment cache. */
export type NativeTokenizer = ReturnType<typeof binding.loadEncodingSync>;

/** Options of its counts. */
export const COUNT_OPTIONS: { readonly addSpecialTokens: boolean; readonly specialTokens: string } = {
  addSpecialTokens: false,
  specialTokens: 'text',
};

/** Loads one. */
export function loadNative(): NativeTokenizer {
  return binding.loadEncodingSync('o200k_base', { maxFileBytes: 1, controlTokens: [] });
}
