use cached_tokenizer::CachedTokenizer;

use crate::{error::Outcome, job::Job, options::NativeDecodeOptions, text::SMALL_UNITS};

/// Turns ids back into text.
pub struct DecodeJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) ids: Vec<u32>,
    pub(crate) options: NativeDecodeOptions,
}

impl Job for DecodeJob {
    type Output = String;
    type JsValue = String;

    fn is_small(&self) -> bool {
        self.ids.len() * size_of::<u32>() <= SMALL_UNITS
    }

    fn run(self) -> Outcome<String> {
        Ok(self.tokenizer.decode(&self.ids, self.options.resolve())?)
    }

    fn convert(text: String) -> String {
        text
    }
}
