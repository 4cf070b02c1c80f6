use serde::Serialize;

use crate::limits::{Padding, Truncation};

/// What a tokenizer is and which engine serves it, for people.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// The engine that serves the tokenizer.
    pub engine: String,
    /// Why it is that one.
    pub reason: String,
    /// The model.
    pub model: ModelInspection,
    /// The normalizer in short, `None` when there is none.
    pub normalizer: Option<String>,
    /// The pre-tokenizer in short, `None` when there is none.
    pub pre_tokenizer: Option<String>,
    /// The post-processor in short, `None` when there is none.
    pub post_processor: Option<String>,
    /// The decoder in short, `None` when there is none.
    pub decoder: Option<String>,
    /// The number of added tokens, special ones included.
    pub added_tokens: usize,
    /// The number of special tokens.
    pub special_tokens: usize,
    /// Why special tokens in a text cannot be taken literally; `None` when they can.
    pub literal: Option<String>,
    /// Where text may be cut into segments that the cache keeps, besides at added tokens; for people.
    pub cuts: String,
    /// The file's own truncation.
    pub truncation: Option<Truncation>,
    /// The file's own padding.
    pub padding: Option<Padding>,
}

/// The model of a tokenizer.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelInspection {
    /// `BPE`, `WordPiece`, `WordLevel` or `Unigram`; files that predate the field tell it by others.
    #[serde(rename = "type")]
    pub kind: String,
    /// The number of tokens of the model, without added ones.
    pub vocab_size: usize,
    /// The number of merges, 0 for models without any.
    pub merges: usize,
}

impl Inspection {
    /// The inspection as a JSON object.
    pub fn to_json(&self) -> String {
        // Plain strings and numbers: there is nothing in it that JSON could not hold.
        serde_json::to_string(self).unwrap_or_default()
    }
}
