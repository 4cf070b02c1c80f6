use tokenizer_engine::SpecialTokens;

/// How a text is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodeOptions {
    /// Put the template's special tokens, such as a start token, around the ids.
    pub add_special_tokens: bool,
    /// What becomes of special tokens that stand in the text.
    pub special_tokens: SpecialTokens,
}
