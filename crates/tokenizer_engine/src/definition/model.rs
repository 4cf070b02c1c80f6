use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::error::{Error, Result};

/// The fields of a model that decide which engine serves it. Its vocabulary and merges stay raw text.
#[derive(Deserialize)]
pub(crate) struct ModelParts<'json> {
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    #[serde(borrow)]
    vocab: &'json RawValue,
    #[serde(borrow)]
    merges: Option<&'json RawValue>,
    dropout: Option<f32>,
    continuing_subword_prefix: Option<String>,
    end_of_word_suffix: Option<String>,
    ignore_merges: Option<bool>,
    byte_fallback: Option<bool>,
    fuse_unk: Option<bool>,
    unk_token: Option<String>,
    unk_id: Option<usize>,
    max_input_chars_per_word: Option<usize>,
}

/// The fields of a model apart from its vocabulary and merges.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct ModelFields {
    pub(crate) kind: String,
    pub(crate) dropout: Option<f32>,
    pub(crate) continuing_subword_prefix: Option<String>,
    pub(crate) end_of_word_suffix: Option<String>,
    pub(crate) ignore_merges: bool,
    pub(crate) byte_fallback: bool,
    pub(crate) fuse_unk: bool,
    pub(crate) unk_token: Option<String>,
    pub(crate) unk_id: Option<usize>,
    pub(crate) max_input_chars_per_word: Option<usize>,
}

impl<'json> ModelParts<'json> {
    /// Reads the `model` object of a tokenizer.json.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when it is no object, has no vocabulary, or a field has a wrong type.
    pub(crate) fn parse(model_json: &'json str) -> Result<Self> {
        serde_json::from_str(model_json).map_err(|error| Error::invalid(format!("model: {error}")))
    }

    /// The fields to keep.
    pub(crate) fn fields(&self) -> ModelFields {
        ModelFields {
            kind: self.kind().to_owned(),
            dropout: self.dropout,
            continuing_subword_prefix: self.continuing_subword_prefix.clone(),
            end_of_word_suffix: self.end_of_word_suffix.clone(),
            ignore_merges: self.ignores_merges(),
            byte_fallback: self.falls_back_to_bytes(),
            fuse_unk: self.fuses_unknown(),
            unk_token: self.unk_token.clone(),
            unk_id: self.unk_id,
            max_input_chars_per_word: self.max_input_chars_per_word,
        }
    }

    /// The kind of the model. Files that predate the `type` field tell it by their fields: 0.23 tries the kinds in this order.
    pub(crate) fn kind(&self) -> &str {
        match &self.kind {
            Some(kind) => kind,
            None if self.merges.is_some() => "BPE",
            None if self.continuing_subword_prefix.is_some() => "WordPiece",
            None if self.vocab.get().starts_with('{') => "WordLevel",
            None => "Unigram",
        }
    }

    pub(crate) fn is_bpe(&self) -> bool {
        self.kind() == "BPE"
    }

    pub(crate) fn falls_back_to_bytes(&self) -> bool {
        self.byte_fallback.unwrap_or(false)
    }

    pub(crate) fn fuses_unknown(&self) -> bool {
        self.fuse_unk.unwrap_or(false)
    }

    pub(crate) fn unknown_token(&self) -> Option<&str> {
        self.unk_token.as_deref()
    }

    pub(crate) fn vocab_json(&self) -> &'json str {
        self.vocab.get()
    }

    /// The merges; every BPE model has some list of them.
    pub(crate) fn merges_json(&self) -> Option<&'json str> {
        self.merges.map(RawValue::get)
    }

    /// The probability of leaving out a merge, when it is above zero.
    pub(crate) fn active_dropout(&self) -> Option<f32> {
        active_dropout(self.dropout)
    }

    /// What BPE adds to the spelling of a symbol at the end or inside of a word, if anything. WordPiece has a field of the same name,
    /// which every engine knows.
    pub(crate) fn affix(&self) -> Option<&str> {
        let affixes = [&self.continuing_subword_prefix, &self.end_of_word_suffix];
        affixes.into_iter().flatten().map(String::as_str).find(|affix| self.is_bpe() && !affix.is_empty())
    }

    pub(crate) fn ignores_merges(&self) -> bool {
        self.ignore_merges.unwrap_or(false)
    }

    /// The number of merges.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when they are no list.
    pub(crate) fn count_merges(&self) -> Result<usize> {
        let Some(merges) = self.merges_json() else { return Ok(0) };
        let Count(count) =
            serde_json::from_str(merges).map_err(|error| Error::invalid(format!("model: merges: {error}")))?;
        Ok(count)
    }
}

impl ModelFields {
    /// The probability of leaving out a merge, when it is above zero.
    pub(crate) fn active_dropout(&self) -> Option<f32> {
        active_dropout(self.dropout)
    }
}

fn active_dropout(dropout: Option<f32>) -> Option<f32> {
    dropout.filter(|&dropout| dropout != 0.0)
}

/// Counts the elements of a list of any kind.
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counter;
        impl<'de> Visitor<'de> for Counter {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of merges")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Count, A::Error> {
                let mut count = 0;
                while seq.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Count(count))
            }
        }
        deserializer.deserialize_seq(Counter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_without_a_type_is_told_by_its_fields() {
        assert!(ModelParts::parse(r#"{"vocab":{},"merges":["a b"]}"#).unwrap().is_bpe());
        assert!(!ModelParts::parse(r#"{"vocab":{}}"#).unwrap().is_bpe());
        assert!(
            !ModelParts::parse(r#"{"type":"WordPiece","vocab":{},"continuing_subword_prefix":"\u0023"}"#)
                .unwrap()
                .is_bpe()
        );
    }

    #[test]
    fn empty_affixes_and_zero_dropout_do_nothing() {
        let parse = |fields: &str| {
            ModelParts::parse(&format!(r#"{{"type":"BPE","vocab":{{}},{fields}}}"#))
                .map(|model| (model.affix().map(str::to_owned), model.active_dropout(), model.ignores_merges()))
        };
        let json = r#""dropout":0.0,"continuing_subword_prefix":"","end_of_word_suffix":null,"ignore_merges":true"#;
        assert_eq!(parse(json).unwrap(), (None, None, true));
        assert_eq!(
            parse(r#""dropout":0.5,"end_of_word_suffix":"</w>""#).unwrap(),
            (Some("</w>".to_owned()), Some(0.5), false)
        );
    }

    #[test]
    fn merges_of_a_wrong_type_are_named() {
        let model = ModelParts::parse(r#"{"vocab":{},"merges":7}"#).unwrap();
        let error = model.count_merges().unwrap_err().to_string();
        assert!(error.contains("a list of merges"), "{error}");
    }
}
