use cached_tokenizer::{CachedTokenizer, Window};
use napi::bindgen_prelude::Float64Array;
use napi_derive::napi;

use crate::{
    count_job::number,
    encode_options::NativeCountOptions,
    error::{Failure, Outcome},
    job::Job,
    text::{SMALL_UNITS, Text},
};

/// What the windows of a long text hold, window by window.
#[napi(object)]
pub struct NativeWindowCounts {
    /// Tokens.
    pub tokens: Float64Array,
    /// Of how much text, in the units of the input.
    pub units: Float64Array,
}

/// Counts the tokens of windows of a long text.
pub struct WindowJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) windows: Vec<Text>,
    /// Whether the first window begins where the text begins.
    pub(crate) opens: bool,
    /// Whether the last window ends where the text ends.
    pub(crate) ends: bool,
    pub(crate) options: NativeCountOptions,
}

impl Job for WindowJob {
    type Output = Vec<(usize, usize)>;
    type JsValue = NativeWindowCounts;

    fn is_small(&self) -> bool {
        self.windows.iter().map(Text::units).sum::<usize>() <= SMALL_UNITS
    }

    fn run(self) -> Outcome<Vec<(usize, usize)>> {
        let options = self.options.resolve()?;
        let last = self.windows.len().saturating_sub(1);
        let decoded = self.windows.into_iter().map(|window| Ok::<_, Failure>((window.unit(), window.into_utf8()?)));
        let decoded = decoded.collect::<Outcome<Vec<_>>>()?;
        let windows: Vec<Window<'_>> = decoded
            .iter()
            .enumerate()
            .map(|(number, (_, text))| Window {
                text,
                opens: self.opens && number == 0,
                ends: self.ends && number == last,
            })
            .collect();
        let counts = self.tokenizer.count_windows(&windows, options)?;
        let measured =
            decoded.iter().zip(counts).map(|((unit, text), count)| (count.tokens, unit.length(&text[count.range])));
        Ok(measured.collect())
    }

    fn convert(counts: Vec<(usize, usize)>) -> NativeWindowCounts {
        let (tokens, units): (Vec<f64>, Vec<f64>) =
            counts.into_iter().map(|(tokens, units)| (number(tokens), number(units))).unzip();
        NativeWindowCounts { tokens: tokens.into(), units: units.into() }
    }
}
