use cached_tokenizer::{CachedTokenizer, Encoding};
use napi::bindgen_prelude::{Either, Uint32Array};
use napi_derive::napi;

use crate::{
    error::{Failure, Outcome},
    job::Job,
    options::NativeEncodeOptions,
    text::Text,
};

/// The ids of a text or a pair.
#[napi(object)]
pub struct NativeEncoding {
    pub ids: Uint32Array,
}

impl From<Encoding> for NativeEncoding {
    fn from(encoding: Encoding) -> Self {
        // The buffer becomes the array's own memory, without a second copy.
        Self { ids: Uint32Array::new(encoding.ids) }
    }
}

/// A text, or a pair of texts.
pub(crate) type Input = (Text, Option<Text>);

/// Reads one input of a batch: a text, or an array of two.
pub(crate) fn input_from(input: Either<Vec<Text>, Text>) -> Outcome<Input> {
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

/// Encodes one input.
pub struct EncodeJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) input: Input,
    pub(crate) options: NativeEncodeOptions,
}

impl Job for EncodeJob {
    type Output = Encoding;
    type JsValue = NativeEncoding;

    fn run(self) -> Outcome<Encoding> {
        let (text, pair) = decoded(self.input)?;
        Ok(self.tokenizer.encode(&text, pair.as_deref(), self.options.resolve()?)?)
    }

    fn convert(encoding: Encoding) -> NativeEncoding {
        encoding.into()
    }
}

/// Encodes a batch.
pub struct EncodeBatchJob {
    pub(crate) tokenizer: CachedTokenizer,
    pub(crate) inputs: Vec<Either<Vec<Text>, Text>>,
    pub(crate) options: NativeEncodeOptions,
}

impl Job for EncodeBatchJob {
    type Output = Vec<Encoding>;
    type JsValue = Vec<NativeEncoding>;

    fn run(self) -> Outcome<Vec<Encoding>> {
        let options = self.options.resolve()?;
        let inputs = self.inputs.into_iter().map(|input| decoded(input_from(input)?)).collect::<Outcome<Vec<_>>>()?;
        let inputs = inputs.iter().map(|(text, pair)| (text.as_str(), pair.as_deref()));
        Ok(self.tokenizer.encode_batch(inputs, options)?)
    }

    fn convert(encodings: Vec<Encoding>) -> Vec<NativeEncoding> {
        encodings.into_iter().map(Into::into).collect()
    }
}

fn decoded((text, pair): Input) -> Outcome<(String, Option<String>)> {
    Ok((text.into_utf8()?, pair.map(Text::into_utf8).transpose()?))
}
