import type { NativeTokenizer } from './native-binding.js';

/**
 * The name of an engine. Facts of the file decide which one serves a tokenizer when it is loaded; all give the ids of the Rust crate
 * `tokenizers` 0.23, so the name tells about speed and memory only.
 *
 * - `byte_bpe`: byte pair encoding on bytes, as GPT-2 introduced it; the embedded encodings and most current language models.
 * - `char_bpe`: byte pair encoding on characters, where one without a token becomes byte tokens or the unknown token; files that
 *   were converted from SentencePiece models, such as Llama 2 and Gemma.
 * - `unigram`: the Unigram model, as in T5 and XLM-RoBERTa.
 * - `word_piece`: the WordPiece model, as in BERT.
 * - `word_level`: the WordLevel model: one token a word.
 * - `classic`: `tokenizers` 0.23 itself, for what the others do not serve. `inspect().reason` says what that was.
 */
export type EngineName = 'byte_bpe' | 'char_bpe' | 'unigram' | 'word_piece' | 'word_level' | 'classic';

/** The engine behind a native tokenizer. The addon declares a plain string, but has no other names than these. */
export function engineOf(native: NativeTokenizer): EngineName {
  return native.engine as EngineName;
}
