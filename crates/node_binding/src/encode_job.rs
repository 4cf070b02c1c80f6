use cached_tokenizer::{BatchError, CachedTokenizer, Encoding};
use napi::bindgen_prelude::Either;
use text_transfer::Utf8Buffer;

use crate::{
    encode_options::NativeEncodeOptions,
    error::{Failure, Outcome},
    job::Job,
    native_encoding::{MeasuredEncoding, NativeEncoding},
    text::{SMALL_UNITS, Text},
    units::{Ruler, Unit, measured},
};

/// A text, or a pair of texts.
pub(crate) type Input = (Text, Option<Text>);

/// Reads one input of a batch: a text, or an array of two.
fn input_from(input: Either<Vec<Text>, Text>) -> Outcome<Input> {
    match input {
        Either::B(text) => Ok((text, None)),
        Either::A(pair) => {
            let count = pair.len();
            let mut texts = pair.into_iter();
            match (texts.next(), texts.next(), texts.next()) {
                (Some(first), Some(second), None) => Ok((first, Some(second))),
                _ => Err(Failure::Argument(format!("a pair has two texts, not {count}"))),
            }
        }
    }
}

fn units_of((text, pair): &Input) -> usize {
    text.units() + pair.as_ref().map_or(0, Text::units)
}

/// Encodes one input.
pub struct EncodeJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) input: Input,
    pub(crate) options: NativeEncodeOptions,
}

impl EncodeJob {
    /// Does the work at once, if that is sure to be quick.
    pub(crate) fn run_if_prompt(self) -> Outcome<Option<MeasuredEncoding>> {
        let options = self.options.resolve()?;
        let input = Decoded::from(self.input)?;
        let engine = self.tokenizer.engine_ref();
        let is_prompt = |text: &str| engine.is_prompt(text, options.special_tokens);
        // Offsets may be left to the reference's own code, and so is what overflows.
        if options.outputs.offsets
            || options.outputs.overflowing
            || ![Some(&*input.text), input.pair()].into_iter().flatten().all(is_prompt)
        {
            return Ok(None);
        }
        Ok(Some(input.measure(self.tokenizer.encode(&input.text, input.pair(), &options)?)))
    }
}

impl Job for EncodeJob {
    type Output = MeasuredEncoding;
    type JsValue = NativeEncoding;

    fn prepare(&self) {
        self.tokenizer.engine_ref().prepare();
    }

    fn is_small(&self) -> bool {
        units_of(&self.input) <= SMALL_UNITS
    }

    fn run(self) -> Outcome<MeasuredEncoding> {
        let input = Decoded::from(self.input)?;
        let encoding = self.tokenizer.encode(&input.text, input.pair(), &self.options.resolve()?)?;
        Ok(input.measure(encoding))
    }

    fn convert(encoding: MeasuredEncoding) -> NativeEncoding {
        encoding.into()
    }
}

/// Encodes a batch.
pub struct EncodeBatchJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) inputs: Vec<Either<Vec<Text>, Text>>,
    /// The number of the first input in the caller's batch.
    pub(crate) first: u32,
    pub(crate) options: NativeEncodeOptions,
}

impl Job for EncodeBatchJob {
    type Output = Vec<MeasuredEncoding>;
    type JsValue = Vec<NativeEncoding>;

    fn prepare(&self) {
        self.tokenizer.engine_ref().prepare();
    }

    fn is_small(&self) -> bool {
        let units = |input: &Either<Vec<Text>, Text>| match input {
            Either::A(pair) => pair.iter().map(Text::units).sum(),
            Either::B(text) => text.units(),
        };
        self.inputs.iter().map(units).sum::<usize>() <= SMALL_UNITS
    }

    fn run(self) -> Outcome<Vec<MeasuredEncoding>> {
        let options = self.options.resolve()?;
        let named = |index: usize| move |cause| Failure::input("inputs", self.first as usize + index, cause);
        let decoded = |(index, input)| input_from(input).and_then(Decoded::from).map_err(named(index));
        let inputs = self.inputs.into_iter().enumerate().map(decoded).collect::<Outcome<Vec<_>>>()?;
        let texts = inputs.iter().map(|input| (&*input.text, input.pair()));
        let encodings =
            self.tokenizer.encode_batch(texts, &options).map_err(|BatchError { index, cause }| match index {
                Some(index) => named(index)(cause.into()),
                None => cause.into(),
            })?;
        Ok(inputs.iter().zip(encodings).map(|(input, encoding)| input.measure(encoding)).collect())
    }

    fn convert(encodings: Vec<MeasuredEncoding>) -> Vec<NativeEncoding> {
        encodings.into_iter().map(Into::into).collect()
    }
}

/// An input as UTF-8, with the units in which its caller measures.
struct Decoded {
    text: Utf8Buffer,
    unit: Unit,
    pair: Option<(Utf8Buffer, Unit)>,
}

impl Decoded {
    fn from((text, pair): Input) -> Outcome<Self> {
        let unit = text.unit();
        let pair = pair.map(|pair| {
            let unit = pair.unit();
            Ok::<_, Failure>((pair.into_utf8()?, unit))
        });
        Ok(Self { text: text.into_utf8()?, unit, pair: pair.transpose()? })
    }

    fn pair(&self) -> Option<&str> {
        self.pair.as_ref().map(|(text, _)| &**text)
    }

    fn measure(&self, encoding: Encoding) -> MeasuredEncoding {
        if encoding.offsets.is_none() {
            return measured(encoding, &Ruler::none(), None);
        }
        let second = self.pair.as_ref().map(|(text, unit)| Ruler::new(text, *unit));
        measured(encoding, &Ruler::new(&self.text, self.unit), second.as_ref())
    }
}
