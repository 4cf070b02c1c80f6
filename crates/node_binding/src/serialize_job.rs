use cached_tokenizer::CachedTokenizer;

use crate::{error::Outcome, job::Job};

/// Writes a tokenizer as a tokenizer.json.
pub struct SerializeJob {
    pub(crate) tokenizer: CachedTokenizer,
}

impl Job for SerializeJob {
    type Output = String;
    type JsValue = String;

    fn run(self) -> Outcome<String> {
        Ok(self.tokenizer.to_json()?)
    }

    fn convert(json: String) -> String {
        json
    }
}
