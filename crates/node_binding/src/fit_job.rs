use cached_tokenizer::{CachedTokenizer, Fit, Keep};
use napi_derive::napi;

use crate::{
    count_job::number,
    encode_options::NativeCountOptions,
    error::Outcome,
    job::Job,
    text::{SMALL_UNITS, Text},
};

/// What is kept of a text.
#[napi(object)]
pub struct NativeFit {
    /// At most so many tokens.
    pub limit: u32,
    /// Whether the end is kept, and not the start.
    pub keeps_end: bool,
    /// Whether this is all of the text, and not only the part next to the end that is kept.
    pub is_whole: bool,
}

/// Finds how much of a text has at most so many tokens.
pub struct FitJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) text: Text,
    pub(crate) fit: NativeFit,
    pub(crate) options: NativeCountOptions,
}

impl Job for FitJob {
    type Output = Option<usize>;
    type JsValue = Option<f64>;

    fn is_small(&self) -> bool {
        self.text.units() <= SMALL_UNITS
    }

    fn run(self) -> Outcome<Option<usize>> {
        let unit = self.text.unit();
        let text = self.text.into_utf8()?;
        let NativeFit { limit, keeps_end, is_whole } = self.fit;
        let keep = if keeps_end { Keep::End } else { Keep::Start };
        let fit = self.tokenizer.fit(&text, is_whole, limit as usize, keep, self.options.resolve()?)?;
        Ok(match (fit, keep) {
            (Fit::All, _) => is_whole.then(|| unit.length(&text)),
            (Fit::UpTo(at), Keep::Start) => Some(unit.length(&text[..at])),
            (Fit::UpTo(at), Keep::End) => Some(unit.length(&text[at..])),
        })
    }

    fn convert(units: Option<usize>) -> Option<f64> {
        units.map(number)
    }
}
