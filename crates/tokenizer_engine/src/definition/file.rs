use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, Visitor},
};
use serde_json::value::RawValue;
use tokenizers_classic::{
    DecoderWrapper, NormalizerWrapper, PaddingParams, PostProcessorWrapper, PreTokenizerWrapper, TruncationParams,
};

use crate::{
    added_tokens::AddedToken,
    error::{Error, Result},
    reference_panic::catch_panic,
};

/// The only `version` that 0.23 accepts; a file may leave it out.
const FILE_VERSION: &str = "1.0";

/// The parts of a tokenizer.json.
#[derive(Default)]
pub(crate) struct Definition<'json> {
    pub(crate) truncation: Option<TruncationParams>,
    pub(crate) padding: Option<PaddingParams>,
    pub(crate) added_tokens: Vec<AddedTokenEntry>,
    pub(crate) normalizer: Option<NormalizerWrapper>,
    pub(crate) pre_tokenizer: Option<PreTokenizerWrapper>,
    pub(crate) post_processor: Option<PostProcessorWrapper>,
    pub(crate) decoder: Option<DecoderWrapper>,
    model: Option<&'json RawValue>,
}

/// One entry of `added_tokens`. Its `id` is not kept: 0.23 assigns ids by the order of the entries and by the model's vocabulary, and
/// merely warns when the file says otherwise.
#[derive(Deserialize)]
pub(crate) struct AddedTokenEntry {
    #[serde(rename = "id")]
    _id: u32,
    #[serde(flatten)]
    pub(crate) token: AddedToken,
}

impl<'json> Definition<'json> {
    /// Reads the text of a tokenizer.json.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] where 0.23 would refuse the file for a part around the model.
    pub(crate) fn parse(json: &'json str) -> Result<Self> {
        catch_panic(Error::invalid, || serde_json::from_str(json).map_err(Error::invalid))
    }

    /// The model's own JSON text.
    pub(crate) fn model_json(&self) -> &'json str {
        self.model.map_or("null", RawValue::get)
    }
}

impl<'json> Deserialize<'json> for Definition<'json> {
    fn deserialize<D: Deserializer<'json>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(DefinitionVisitor)
    }
}

const KEYS: [&str; 9] = [
    "version",
    "truncation",
    "padding",
    "added_tokens",
    "normalizer",
    "pre_tokenizer",
    "post_processor",
    "decoder",
    "model",
];

/// Reads the object key by key, as 0.23 does: a repeated key counts the last time, an unknown key makes it refuse the file.
struct DefinitionVisitor;

impl<'json> Visitor<'json> for DefinitionVisitor {
    type Value = Definition<'json>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tokenizer.json object")
    }

    fn visit_map<A: MapAccess<'json>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut definition = Definition::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "version" => {
                    let version: String = map.next_value()?;
                    if version != FILE_VERSION {
                        return Err(A::Error::custom(format!(
                            "unknown version {version:?}, expected {FILE_VERSION:?}"
                        )));
                    }
                }
                "truncation" => definition.truncation = map.next_value()?,
                "padding" => definition.padding = map.next_value()?,
                "added_tokens" => definition.added_tokens = map.next_value()?,
                "normalizer" => definition.normalizer = map.next_value()?,
                "pre_tokenizer" => definition.pre_tokenizer = map.next_value()?,
                "post_processor" => definition.post_processor = map.next_value()?,
                "decoder" => definition.decoder = map.next_value()?,
                "model" => definition.model = Some(map.next_value()?),
                _ => return Err(A::Error::unknown_field(&key, &KEYS)),
            }
        }
        if definition.model.is_none() {
            return Err(A::Error::missing_field("model"));
        }
        Ok(definition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(json: &str) -> String {
        Definition::parse(json).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn reads_the_parts_and_leaves_the_model_raw() {
        let definition = Definition::parse(r#"{"version":"1.0","model":{"type":"WordLevel", "vocab":{}}}"#).unwrap();
        assert_eq!(definition.model_json(), r#"{"type":"WordLevel", "vocab":{}}"#);
        assert!(definition.normalizer.is_none());
        assert!(definition.added_tokens.is_empty());
    }

    #[test]
    fn says_what_is_wrong() {
        assert!(error_of("").contains("EOF while parsing"));
        assert!(error_of(r#"{"extra":[1],"model":{}}"#).contains("unknown field `extra`"));
        assert!(error_of("[]").contains("a tokenizer.json object"));
        assert!(error_of("{}").contains("missing field `model`"));
        assert!(error_of(r#"{"version":"3.0","model":{}}"#).contains("unknown version \"3.0\""));
        assert!(error_of(r#"{"model":{"vocab":"#).contains("EOF while parsing"));
        // 0.23's own deserializer panics here.
        assert!(error_of("{\"decoder\":{\"type\":\"Fu\nse\"}").contains("control character"));
    }
}
