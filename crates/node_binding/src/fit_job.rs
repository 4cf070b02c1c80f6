use cached_tokenizer::{CachedTokenizer, Fit, Keep};

use crate::{
    count_job::number,
    encode_options::NativeCountOptions,
    error::Outcome,
    job::Job,
    text::{SMALL_UNITS, Text},
};

/// Finds how much of a text has at most so many tokens.
pub struct FitJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) text: Text,
    pub(crate) limit: u32,
    pub(crate) keep: Keep,
    /// Whether this is all of the text, and not only the part next to the end that is kept.
    pub(crate) whole: bool,
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
        let fit = self.tokenizer.fit(&text, self.whole, self.limit as usize, self.keep, self.options.resolve()?)?;
        Ok(match (fit, self.keep) {
            (Fit::All, _) => self.whole.then(|| unit.length(&text)),
            (Fit::UpTo(at), Keep::Start) => Some(unit.length(&text[..at])),
            (Fit::UpTo(at), Keep::End) => Some(unit.length(&text[at..])),
        })
    }

    fn convert(units: Option<usize>) -> Option<f64> {
        units.map(number)
    }
}
