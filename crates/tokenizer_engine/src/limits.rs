//! Truncation and padding as a tokenizer.json states them. They are applied behind the cache, not here.

use serde::Serialize;
use tokenizers_classic::{
    PaddingDirection, PaddingParams, PaddingStrategy, TruncationDirection, TruncationParams, TruncationStrategy,
};

/// The end of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// The start of the sequence.
    Left,
    /// The end of the sequence.
    Right,
}

/// Which sequence of a pair gives way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Shorten {
    /// The longer one, then both in turn.
    LongestFirst,
    /// Only the first.
    OnlyFirst,
    /// Only the second.
    OnlySecond,
}

/// A limit on the number of ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Truncation {
    /// The most ids, special tokens included.
    pub max_length: usize,
    /// Which sequence of a pair gives way.
    pub strategy: Shorten,
    /// How many ids one overflowing part repeats of the part before it.
    pub stride: usize,
    /// The side that is cut off.
    pub direction: Side,
}

/// How far encodings are filled up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum PadTo {
    /// To the longest encoding of the batch.
    BatchLongest,
    /// To this many ids.
    Fixed(usize),
}

/// Filling up of short encodings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Padding {
    /// How far.
    pub strategy: PadTo,
    /// The side that is filled.
    pub direction: Side,
    /// Then up to a multiple of this.
    pub pad_to_multiple_of: Option<usize>,
    /// The id that fills.
    pub pad_id: u32,
    /// The type id of what fills.
    pub pad_type_id: u32,
    /// The token of `pad_id`.
    pub pad_token: String,
}

impl From<&TruncationParams> for Truncation {
    fn from(params: &TruncationParams) -> Self {
        Self {
            max_length: params.max_length,
            strategy: match params.strategy {
                TruncationStrategy::LongestFirst => Shorten::LongestFirst,
                TruncationStrategy::OnlyFirst => Shorten::OnlyFirst,
                TruncationStrategy::OnlySecond => Shorten::OnlySecond,
            },
            stride: params.stride,
            direction: match params.direction {
                TruncationDirection::Left => Side::Left,
                TruncationDirection::Right => Side::Right,
            },
        }
    }
}

impl From<&PaddingParams> for Padding {
    fn from(params: &PaddingParams) -> Self {
        Self {
            strategy: match params.strategy {
                PaddingStrategy::BatchLongest => PadTo::BatchLongest,
                PaddingStrategy::Fixed(length) => PadTo::Fixed(length),
            },
            direction: match params.direction {
                PaddingDirection::Left => Side::Left,
                PaddingDirection::Right => Side::Right,
            },
            pad_to_multiple_of: params.pad_to_multiple_of,
            pad_id: params.pad_id,
            pad_type_id: params.pad_type_id,
            pad_token: params.pad_token.clone(),
        }
    }
}
