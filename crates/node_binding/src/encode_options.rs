use cached_tokenizer::{
    CountOptions, EncodeOptions, Outputs, PadTo, Padding, Setting, Shorten, Side, SpecialTokens, Truncation,
};
use napi_derive::napi;

use crate::{
    error::{Failure, Outcome},
    options::one_of,
};

/// How a text is counted.
#[napi(object)]
#[derive(Clone)]
pub struct NativeCountOptions {
    pub add_special_tokens: bool,
    /// `match`, `text` or `literal`.
    pub special_tokens: String,
}

/// How a text is encoded.
#[napi(object)]
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct NativeEncodeOptions {
    pub add_special_tokens: bool,
    /// `match`, `text`, `literal` or `throw`.
    pub special_tokens: String,
    /// Without it the tokenizer's own is in force, unless `noTruncation` is set.
    pub truncation: Option<NativeTruncation>,
    pub no_truncation: bool,
    /// Without it the tokenizer's own is in force, unless `noPadding` is set.
    pub padding: Option<NativePadding>,
    pub no_padding: bool,
    pub type_ids: bool,
    pub attention_mask: bool,
    pub special_tokens_mask: bool,
    pub offsets: bool,
    pub overflowing: bool,
}

/// A limit on the number of ids.
#[napi(object)]
#[derive(Clone)]
pub struct NativeTruncation {
    pub max_length: u32,
    /// `longestFirst`, `onlyFirst` or `onlySecond`.
    pub strategy: String,
    pub stride: u32,
    /// `left` or `right`: the side that is cut off.
    pub direction: String,
}

/// Filling up of short encodings.
#[napi(object)]
#[derive(Clone)]
pub struct NativePadding {
    /// To this many ids; without it, to the longest of the batch.
    pub fixed: Option<u32>,
    /// `left` or `right`: the side that is filled.
    pub direction: String,
    pub pad_to_multiple_of: Option<u32>,
    pub pad_id: u32,
    pub pad_type_id: u32,
    pub pad_token: String,
}

const SIDES: [(&str, Side); 2] = [("left", Side::Left), ("right", Side::Right)];
const STRATEGIES: [(&str, Shorten); 3] =
    [("longestFirst", Shorten::LongestFirst), ("onlyFirst", Shorten::OnlyFirst), ("onlySecond", Shorten::OnlySecond)];
const COUNT_POLICIES: [(&str, SpecialTokens); 3] =
    [("match", SpecialTokens::Match), ("text", SpecialTokens::Text), ("literal", SpecialTokens::Literal)];
const ENCODE_POLICIES: [(&str, SpecialTokens); 4] = [
    ("match", SpecialTokens::Match),
    ("text", SpecialTokens::Text),
    ("literal", SpecialTokens::Literal),
    ("throw", SpecialTokens::Reject),
];

impl NativeCountOptions {
    pub(crate) fn resolve(&self) -> Outcome<CountOptions> {
        let special_tokens = one_of("specialTokens", &self.special_tokens, &COUNT_POLICIES)?;
        Ok(CountOptions { add_special_tokens: self.add_special_tokens, special_tokens })
    }
}

impl NativeEncodeOptions {
    pub(crate) fn resolve(&self) -> Outcome<EncodeOptions> {
        Ok(EncodeOptions {
            add_special_tokens: self.add_special_tokens,
            special_tokens: one_of("specialTokens", &self.special_tokens, &ENCODE_POLICIES)?,
            truncation: setting(self.truncation.as_ref(), self.no_truncation, Truncation::try_from)?,
            padding: setting(self.padding.as_ref(), self.no_padding, Padding::try_from)?,
            outputs: Outputs {
                type_ids: self.type_ids,
                attention_mask: self.attention_mask,
                special_tokens_mask: self.special_tokens_mask,
                offsets: self.offsets,
                overflowing: self.overflowing,
            },
        })
    }
}

fn setting<'a, N, T>(
    given: Option<&'a N>,
    is_off: bool,
    convert: impl FnOnce(&'a N) -> Outcome<T>,
) -> Outcome<Setting<T>> {
    match given {
        Some(given) => convert(given).map(Setting::Given),
        None if is_off => Ok(Setting::Off),
        None => Ok(Setting::Own),
    }
}

impl TryFrom<&NativeTruncation> for Truncation {
    type Error = Failure;

    fn try_from(native: &NativeTruncation) -> Outcome<Self> {
        Ok(Self {
            max_length: native.max_length as usize,
            strategy: one_of("strategy", &native.strategy, &STRATEGIES)?,
            stride: native.stride as usize,
            direction: one_of("direction", &native.direction, &SIDES)?,
        })
    }
}

impl TryFrom<&NativePadding> for Padding {
    type Error = Failure;

    fn try_from(native: &NativePadding) -> Outcome<Self> {
        Ok(Self {
            strategy: native.fixed.map_or(PadTo::BatchLongest, |length| PadTo::Fixed(length as usize)),
            direction: one_of("direction", &native.direction, &SIDES)?,
            pad_to_multiple_of: native.pad_to_multiple_of.map(|multiple| multiple as usize),
            pad_id: native.pad_id,
            pad_type_id: native.pad_type_id,
            pad_token: native.pad_token.clone(),
        })
    }
}

impl From<&Truncation> for NativeTruncation {
    fn from(truncation: &Truncation) -> Self {
        Self {
            max_length: number(truncation.max_length),
            strategy: name_of(truncation.strategy, &STRATEGIES),
            stride: number(truncation.stride),
            direction: name_of(truncation.direction, &SIDES),
        }
    }
}

impl From<&Padding> for NativePadding {
    fn from(padding: &Padding) -> Self {
        Self {
            fixed: match padding.strategy {
                PadTo::BatchLongest => None,
                PadTo::Fixed(length) => Some(number(length)),
            },
            direction: name_of(padding.direction, &SIDES),
            pad_to_multiple_of: padding.pad_to_multiple_of.map(number),
            pad_id: padding.pad_id,
            pad_type_id: padding.pad_type_id,
            pad_token: padding.pad_token.clone(),
        }
    }
}

/// Lengths beyond 32 bits limit nothing: no encoding is that long.
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn name_of<T: PartialEq>(value: T, names: &[(&str, T)]) -> String {
    names.iter().find(|(_, named)| *named == value).map(|(name, _)| (*name).to_owned()).unwrap_or_default()
}
