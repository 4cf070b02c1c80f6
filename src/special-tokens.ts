/**
 * What to do with special tokens (such as `<|endoftext|>` or `[CLS]`) that stand in the text.
 *
 * - `'match'`: they become their own id, as the Rust crate `tokenizers` does it.
 * - `'text'`: tokens that the tokenizer marks as special are text like any other (`encode_special_tokens` of the crate); other added
 *   tokens still match.
 * - `'literal'`: control tokens are text as well. Those are added tokens that a chat is built with though they are not marked as
 *   special: the `controlTokens` of {@link LoadOptions} and, where a folder was loaded, those that the chat template in its
 *   tokenizer_config.json uses. For text that a user wrote and that goes into a chat. It is `ERR_UNSUPPORTED` where the model itself
 *   gives a special id for text, as T5's does for `</s>`; `inspect().literal` tells.
 * - `'throw'`: a special or control token in the text is `ERR_SPECIAL_TOKEN`; the message names the token and where it stands. For
 *   `encode` only: counting never fails on what a string contains.
 */
export type SpecialTokens = 'match' | 'text' | 'literal' | 'throw';
