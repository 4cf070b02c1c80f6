//! A tokenizer back as a tokenizer.json, in the form that 0.23 writes.
//!
//! The text of the file is not kept, as it is larger than all tables together: the components serialize themselves, and the model is read off the
//! tables. So a vocabulary comes in the order of its ids and merges as pairs, however the file had them.

use std::borrow::Cow;

use serde::{Serialize, Serializer};
use tokenizers_classic::{
    DecoderWrapper, ModelWrapper, NormalizerWrapper, PaddingDirection, PaddingParams, PaddingStrategy,
    PostProcessorWrapper, PreTokenizerWrapper,
};

use crate::{
    added_tokens::AddedToken,
    engines::ModelDetails,
    error::{Error, Result},
    limits::{PadTo, Padding, Side, Truncation},
    post_processing::truncation_params,
    tokenizer::TokenizerEngine,
    vocabulary::Vocabulary,
};

#[derive(Serialize)]
struct File<'a> {
    version: &'static str,
    truncation: Option<tokenizers_classic::TruncationParams>,
    padding: Option<PaddingParams>,
    added_tokens: Vec<Entry<'a>>,
    normalizer: Option<&'a NormalizerWrapper>,
    pre_tokenizer: Option<&'a PreTokenizerWrapper>,
    post_processor: Option<&'a PostProcessorWrapper>,
    decoder: Option<&'a DecoderWrapper>,
    model: Model<'a>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: u32,
    #[serde(flatten)]
    token: &'a AddedToken,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Model<'a> {
    Bpe {
        r#type: &'static str,
        dropout: Option<f32>,
        unk_token: Option<&'a str>,
        continuing_subword_prefix: Option<&'a str>,
        end_of_word_suffix: Option<&'a str>,
        fuse_unk: bool,
        byte_fallback: bool,
        ignore_merges: bool,
        vocab: Map<'a>,
        merges: Merges<'a>,
    },
    WordPiece {
        r#type: &'static str,
        unk_token: &'a str,
        continuing_subword_prefix: &'a str,
        max_input_chars_per_word: usize,
        vocab: Map<'a>,
    },
    WordLevel {
        r#type: &'static str,
        vocab: Map<'a>,
        unk_token: &'a str,
    },
    Unigram {
        r#type: &'static str,
        unk_id: Option<usize>,
        vocab: Scored<'a>,
        byte_fallback: bool,
    },
    Reference(&'a ModelWrapper),
}

/// A vocabulary as an object, in the order of its ids.
struct Map<'a>(&'a Vocabulary);

/// Merges as pairs of tokens, by rank.
struct Merges<'a>(&'a Vocabulary, Vec<(u32, u32)>);

/// A vocabulary as a list of tokens and scores.
struct Scored<'a>(&'a Vocabulary, &'a [f64]);

impl Serialize for Map<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter())
    }
}

impl Serialize for Merges<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let token = |id| self.0.id_to_token(id).unwrap_or_default();
        serializer.collect_seq(self.1.iter().map(|&(left, right)| [token(left), token(right)]))
    }
}

impl Serialize for Scored<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tokens = self.0.iter().map(|(token, _)| token);
        serializer.collect_seq(tokens.zip(self.1).map(|(token, score)| -> (Cow<'_, str>, f64) { (token, *score) }))
    }
}

impl TokenizerEngine {
    /// The tokenizer as a tokenizer.json with these limits. Loading it gives an equal tokenizer; control tokens are no part of the format.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when a component cannot be written, which none does that was read.
    pub fn to_json(&self, truncation: Option<&Truncation>, padding: Option<&Padding>) -> Result<String> {
        let file = File {
            version: "1.0",
            truncation: truncation.map(|truncation| truncation_params(truncation, truncation.max_length)),
            padding: padding.map(padding_params),
            added_tokens: self.added.iter().map(|(id, token)| Entry { id, token }).collect(),
            normalizer: self.normalizer.wrapper(),
            pre_tokenizer: self.pre_tokenizer.as_deref(),
            post_processor: self.post_processor.as_deref(),
            decoder: self.decoder.wrapper(),
            model: self.model_to_write(),
        };
        serde_json::to_string(&file).map_err(Error::invalid)
    }

    fn model_to_write(&self) -> Model<'_> {
        let fields = &*self.model;
        let vocab = || Map(&self.vocabulary);
        match self.engine.details() {
            ModelDetails::Reference(model) => Model::Reference(model),
            ModelDetails::Merges(merges) => Model::Bpe {
                r#type: "BPE",
                dropout: fields.dropout,
                unk_token: fields.unk_token.as_deref(),
                continuing_subword_prefix: fields.continuing_subword_prefix.as_deref(),
                end_of_word_suffix: fields.end_of_word_suffix.as_deref(),
                fuse_unk: fields.fuse_unk,
                byte_fallback: fields.byte_fallback,
                ignore_merges: fields.ignore_merges,
                vocab: vocab(),
                merges: Merges(&self.vocabulary, merges),
            },
            ModelDetails::Scores(scores) => Model::Unigram {
                r#type: "Unigram",
                unk_id: fields.unk_id,
                vocab: Scored(&self.vocabulary, scores),
                byte_fallback: fields.byte_fallback,
            },
            ModelDetails::Nothing => match fields.max_input_chars_per_word {
                Some(max_input_chars_per_word) => Model::WordPiece {
                    r#type: "WordPiece",
                    unk_token: fields.unk_token.as_deref().unwrap_or_default(),
                    continuing_subword_prefix: fields.continuing_subword_prefix.as_deref().unwrap_or_default(),
                    max_input_chars_per_word,
                    vocab: vocab(),
                },
                None => Model::WordLevel {
                    r#type: "WordLevel",
                    vocab: vocab(),
                    unk_token: fields.unk_token.as_deref().unwrap_or_default(),
                },
            },
        }
    }
}

fn padding_params(padding: &Padding) -> PaddingParams {
    PaddingParams {
        strategy: match padding.strategy {
            PadTo::BatchLongest => PaddingStrategy::BatchLongest,
            PadTo::Fixed(length) => PaddingStrategy::Fixed(length),
        },
        direction: match padding.direction {
            Side::Left => PaddingDirection::Left,
            Side::Right => PaddingDirection::Right,
        },
        pad_to_multiple_of: padding.pad_to_multiple_of,
        pad_id: padding.pad_id,
        pad_type_id: padding.pad_type_id,
        pad_token: padding.pad_token.clone(),
    }
}
