use cached_tokenizer::CachedTokenizer;

use crate::{
    encode_options::NativeCountOptions,
    error::{Failure, Outcome},
    job::Job,
    text::{SMALL_UNITS, Text},
};

/// Counts the tokens of one text.
pub struct CountJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) text: Text,
    pub(crate) options: NativeCountOptions,
}

impl CountJob {
    /// Does the work at once, if that is sure to be quick.
    pub(crate) fn run_if_prompt(self) -> Outcome<Option<usize>> {
        let options = self.options.resolve()?;
        let text = self.text.into_utf8()?;
        if !self.tokenizer.engine_ref().is_prompt(&text, options.special_tokens) {
            return Ok(None);
        }
        Ok(Some(self.tokenizer.count(&text, options)?))
    }
}

impl Job for CountJob {
    type Output = usize;
    type JsValue = f64;

    fn prepare(&self) {
        self.tokenizer.engine_ref().prepare();
    }

    fn is_small(&self) -> bool {
        self.text.units() <= SMALL_UNITS
    }

    fn run(self) -> Outcome<usize> {
        Ok(self.tokenizer.count(&self.text.into_utf8()?, self.options.resolve()?)?)
    }

    fn convert(count: usize) -> f64 {
        number(count)
    }
}

/// Counts the tokens of each text of a batch.
pub struct CountBatchJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) texts: Vec<Text>,
    /// The number of the first text in the caller's batch.
    pub(crate) first: u32,
    pub(crate) options: NativeCountOptions,
}

impl CountBatchJob {
    /// Does the work at once, if that is sure to be quick.
    pub(crate) fn run_if_prompt(self) -> Outcome<Option<Vec<usize>>> {
        let options = self.options.resolve()?;
        let mut counts = Vec::with_capacity(self.texts.len());
        for (index, text) in self.texts.into_iter().enumerate() {
            let named = |cause| Failure::input("texts", self.first as usize + index, cause);
            let text = text.into_utf8().map_err(named)?;
            if !self.tokenizer.engine_ref().is_prompt(&text, options.special_tokens) {
                return Ok(None);
            }
            counts.push(self.tokenizer.count(&text, options).map_err(|error| named(error.into()))?);
        }
        Ok(Some(counts))
    }
}

impl Job for CountBatchJob {
    type Output = Vec<usize>;
    type JsValue = Vec<f64>;

    fn prepare(&self) {
        self.tokenizer.engine_ref().prepare();
    }

    fn is_small(&self) -> bool {
        self.texts.iter().map(Text::units).sum::<usize>() <= SMALL_UNITS
    }

    fn run(self) -> Outcome<Vec<usize>> {
        let options = self.options.resolve()?;
        // One text at a time, so that a batch never holds more than one decoded text.
        let count = |text: Text| Ok(self.tokenizer.count(&text.into_utf8()?, options)?);
        let named = |index: usize| move |cause| Failure::input("texts", self.first as usize + index, cause);
        self.texts.into_iter().enumerate().map(|(index, text)| count(text).map_err(named(index))).collect()
    }

    fn convert(counts: Vec<usize>) -> Vec<f64> {
        counts.into_iter().map(number).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "no text that fits in memory has 2^53 tokens")]
pub(crate) fn number(count: usize) -> f64 {
    count as f64
}
