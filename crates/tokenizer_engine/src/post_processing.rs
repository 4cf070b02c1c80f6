//! Truncation and template by 0.23's own code, for calls that ask for more than ids.
//!
//! What a type id, a mask or an overflowing part is follows from many small rules of the reference's post-processors. A call that wants only
//! ids takes the template instead, which is derived from the same post-processor and costs no more than copying.

use tokenizers_classic::{
    Encoding, PostProcessor, PostProcessorWrapper, TruncationDirection, TruncationParams, TruncationStrategy,
    truncate_encodings,
};

use crate::{
    error::{Error, Result},
    limits::{Shorten, Side, Truncation},
    reference_panic::catch_panic,
    words::Offset,
};

/// The tokens of one text, before truncation and template.
#[derive(Debug, Default)]
pub struct Sequence {
    /// The ids.
    pub ids: Vec<u32>,
    /// Where each token stands in the text, in bytes; empty when nobody asks.
    pub offsets: Vec<Offset>,
    /// Each token as the vocabulary spells it. Only some post-processors look at it, and only at offsets; empty when none does.
    pub tokens: Vec<String>,
}

/// One token of a processed text or pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessedToken {
    /// Its id.
    pub id: u32,
    /// Its type id.
    pub type_id: u8,
    /// Whether it came from the template.
    pub is_special: bool,
    /// Whether it is of the second text. Tokens of the template count as of the first.
    pub is_of_second: bool,
    /// Where it stands in its text, in bytes; `0..0` for tokens of the template.
    pub offset: Offset,
}

/// A text or pair with its template, and what truncation cut off.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Processed {
    /// The tokens, in order.
    pub tokens: Vec<ProcessedToken>,
    /// The parts that truncation cut off, each with the template around it.
    pub overflowing: Vec<Processed>,
}

/// Truncates one sequence or a pair and puts the template around.
///
/// # Errors
///
/// [`Error::Encode`] where 0.23 fails, and for a type id above 255.
pub(crate) fn process(
    processor: Option<&PostProcessorWrapper>,
    first: Sequence,
    second: Option<Sequence>,
    truncation: Option<&Truncation>,
    add_special_tokens: bool,
) -> Result<Processed> {
    let is_pair = second.is_some();
    let added = match processor {
        Some(processor) if add_special_tokens => processor.added_tokens(is_pair),
        _ => 0,
    };
    let params = truncation.map(|truncation| params(truncation, added)).transpose()?;
    let (first, second) = (encoding(first, 0), second.map(|second| encoding(second, 1)));
    let encoding = catch_panic(Error::encode, || {
        let (first, second) = match &params {
            Some(params) => truncate_encodings(first, second, params).map_err(Error::encode)?,
            None => (first, second),
        };
        match processor {
            Some(processor) => processor.process(first, second, add_special_tokens).map_err(Error::encode),
            None => joined(first, second, add_special_tokens),
        }
    })?;
    processed(&encoding)
}

/// Whether the post-processor changes offsets, by the spelling of tokens.
pub(crate) fn reads_tokens(processor: Option<&PostProcessorWrapper>) -> bool {
    match processor {
        Some(PostProcessorWrapper::ByteLevel(processor)) => processor.trim_offsets,
        Some(PostProcessorWrapper::Roberta(processor)) => processor.trim_offsets,
        Some(PostProcessorWrapper::Sequence(sequence)) => {
            sequence.as_ref().iter().any(|member| reads_tokens(Some(member)))
        }
        _ => false,
    }
}

fn params(truncation: &Truncation, added: usize) -> Result<TruncationParams> {
    let max_length = truncation.max_length.checked_sub(added).ok_or_else(|| {
        Error::encode(format!(
            "truncation: max_length {} leaves no room for {added} special tokens",
            truncation.max_length
        ))
    })?;
    Ok(truncation_params(truncation, max_length))
}

/// A truncation as the reference has it, with another maximum.
pub(crate) fn truncation_params(truncation: &Truncation, max_length: usize) -> TruncationParams {
    TruncationParams {
        max_length,
        stride: truncation.stride,
        strategy: match truncation.strategy {
            Shorten::LongestFirst => TruncationStrategy::LongestFirst,
            Shorten::OnlyFirst => TruncationStrategy::OnlyFirst,
            Shorten::OnlySecond => TruncationStrategy::OnlySecond,
        },
        direction: match truncation.direction {
            Side::Left => TruncationDirection::Left,
            Side::Right => TruncationDirection::Right,
        },
    }
}

/// As the reference has it. Its word numbers, which no post-processor looks at, carry the number of the sequence.
fn encoding(sequence: Sequence, number: u32) -> Encoding {
    let length = sequence.ids.len();
    let filled = |mut tokens: Vec<String>| {
        tokens.resize(length, String::new());
        tokens
    };
    let mut offsets: Vec<(usize, usize)> =
        sequence.offsets.iter().map(|offset| (offset.start as usize, offset.end as usize)).collect();
    offsets.resize(length, (0, 0));
    Encoding::new(
        sequence.ids,
        vec![number; length],
        filled(sequence.tokens),
        vec![Some(number); length],
        offsets,
        vec![0; length],
        vec![1; length],
        Vec::new(),
        [].into_iter().collect(),
    )
}

fn joined(first: Encoding, second: Option<Encoding>, add_special_tokens: bool) -> Result<Encoding> {
    let encodings = std::iter::once(first).chain(second).collect();
    let mut encodings = <dyn PostProcessor>::default_process(encodings, add_special_tokens).map_err(Error::encode)?;
    encodings.pop().ok_or_else(|| Error::encode("post-processing gave nothing"))
}

fn processed(encoding: &Encoding) -> Result<Processed> {
    let tokens = (0..encoding.len()).map(|index| {
        let type_id = encoding.get_type_ids()[index];
        let (start, end) = encoding.get_offsets()[index];
        Ok(ProcessedToken {
            id: encoding.get_ids()[index],
            type_id: u8::try_from(type_id).map_err(|_| Error::encode(format!("type id {type_id} is above 255")))?,
            is_special: encoding.get_special_tokens_mask()[index] != 0,
            is_of_second: encoding.get_word_ids()[index] == Some(1),
            offset: Offset::new(start, end),
        })
    });
    Ok(Processed {
        tokens: tokens.collect::<Result<_>>()?,
        overflowing: encoding.get_overflowing().iter().map(processed).collect::<Result<_>>()?,
    })
}
