use tokenizer_engine::{Error, Position, Result, Sequence, SpecialTokens, Truncation};

use crate::{
    assembly::{Parts, assemble, part},
    batch_error::BatchError,
    early_stop::{Place, kept, stops_early},
    encoding::Encoding,
    options::{CountOptions, EncodeOptions},
    padding::pad,
    tokenizer::CachedTokenizer,
    truncation::fitting,
};

impl CachedTokenizer {
    /// Encodes a text, or a pair of texts.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] where 0.23 fails as well.
    pub fn encode(&self, text: &str, pair: Option<&str>, options: &EncodeOptions) -> Result<Encoding> {
        let mut encoding = self.encode_unpadded(text, pair, options)?;
        if let Some(padding) = options.padding.or(self.padding()) {
            pad(std::slice::from_mut(&mut encoding), padding)?;
        }
        Ok(encoding)
    }

    /// Encodes a batch. The encodings are the same as those of single calls, but for padding to the longest of the batch.
    ///
    /// # Errors
    ///
    /// As [`Self::encode`], for the first input that fails.
    pub fn encode_batch<'text>(
        &self,
        inputs: impl IntoIterator<Item = (&'text str, Option<&'text str>)>,
        options: &EncodeOptions,
    ) -> Result<Vec<Encoding>, BatchError> {
        let encoded = inputs.into_iter().enumerate().map(|(index, (text, pair))| {
            let encoding = self.encode_unpadded(text, pair, options);
            encoding.map_err(|cause| BatchError { index: Some(index), cause })
        });
        let mut encodings = encoded.collect::<Result<Vec<_>, _>>()?;
        if let Some(padding) = options.padding.or(self.padding()) {
            pad(&mut encodings, padding).map_err(|cause| BatchError { index: None, cause })?;
        }
        Ok(encodings)
    }

    /// The number of tokens of a text: before truncation and padding, and with the template's special tokens on request.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] where 0.23 fails as well.
    pub fn count(&self, text: &str, options: CountOptions) -> Result<usize> {
        self.check_policy(options.special_tokens, [Some(text), None])?;
        let mut count = self.template_count(options)?;
        self.for_each_segment(text, Position::OpensInput, options.special_tokens, |segment| {
            count += segment.ids.len();
            Ok(())
        })?;
        Ok(count)
    }

    /// The number of tokens that the template adds to a text that is counted.
    pub(crate) fn template_count(&self, options: CountOptions) -> Result<usize> {
        self.engine.template().special_count(false, options.add_special_tokens)
    }

    fn encode_unpadded(&self, text: &str, pair: Option<&str>, options: &EncodeOptions) -> Result<Encoding> {
        self.check_policy(options.special_tokens, [Some(text), pair])?;
        let truncation = options.truncation.or(self.truncation());
        let first = self.sequence(text, Place::First, truncation, options)?;
        let second = pair.map(|pair| self.sequence(pair, Place::Second, truncation, options)).transpose()?;
        let template = self.engine.template();
        let lengths = (first.ids.len(), second.as_ref().map(|second| second.ids.len()));
        let (kept_first, kept_second) = match truncation {
            Some(truncation) => {
                let special_count = template.special_count(pair.is_some(), options.add_special_tokens)?;
                fitting(lengths, truncation, special_count)?
            }
            None => (0..lengths.0, lengths.1.map(|length| 0..length)),
        };
        if options.outputs.overflowing || options.outputs.offsets && self.engine.trims_offsets() {
            let processed = self.engine.process(first, second, truncation, options.add_special_tokens)?;
            return Ok(Encoding::of(&processed, options.outputs));
        }
        let parts = Parts { first: (first, kept_first), second: second.zip(kept_second) };
        assemble(parts, template.pieces(pair.is_some(), options.add_special_tokens)?, options.outputs)
    }

    /// What a policy asks before anything is encoded.
    pub(crate) fn check_policy(&self, special_tokens: SpecialTokens, texts: [Option<&str>; 2]) -> Result<()> {
        match special_tokens {
            SpecialTokens::Match | SpecialTokens::Text => Ok(()),
            SpecialTokens::Literal => match self.engine.literal_refusal() {
                None => Ok(()),
                Some(detail) => Err(Error::NotLiteral { detail: detail.to_owned() }),
            },
            SpecialTokens::Reject => texts.into_iter().flatten().try_for_each(|text| self.engine.reject_control(text)),
        }
    }

    /// The tokens of a sequence, with offsets if they are asked for.
    fn sequence(
        &self,
        text: &str,
        place: Place,
        truncation: Option<&Truncation>,
        options: &EncodeOptions,
    ) -> Result<Sequence> {
        // What 0.23 does not tokenize, it cannot give as overflow either; who asks for that wants all of it.
        let truncation = truncation.filter(|_| !options.outputs.overflowing);
        if !options.outputs.offsets {
            let ids = self.sequence_ids(text, place, truncation, options.special_tokens)?;
            return Ok(Sequence { ids, ..Sequence::default() });
        }
        let words = self.engine.locate_words(text, options.special_tokens)?;
        let truncation = truncation.filter(|truncation| stops_early(truncation, place));
        let kept = kept(words.ends, truncation)?;
        Ok(Sequence {
            ids: part(words.ids, &kept),
            offsets: part(words.offsets, &kept),
            tokens: part(words.tokens, &kept),
        })
    }

    /// The core ids of a sequence, as far as the truncation lets 0.23 tokenize it. A text that is longer than the maximum, or fails, is encoded
    /// a second time, pre-token by pre-token.
    fn sequence_ids(
        &self,
        text: &str,
        place: Place,
        truncation: Option<&Truncation>,
        special_tokens: SpecialTokens,
    ) -> Result<Vec<u32>> {
        let ids = self.core_ids(text, special_tokens);
        let truncation = truncation.filter(|truncation| stops_early(truncation, place));
        match (truncation, &ids) {
            (None, _) => ids,
            (Some(truncation), Ok(all)) if all.len() <= truncation.max_length => ids,
            (Some(truncation), _) => {
                let words = self.engine.encode_words(text, special_tokens)?;
                Ok(part(words.ids, &kept(words.ends, Some(truncation))?))
            }
        }
    }

    fn core_ids(&self, text: &str, special_tokens: SpecialTokens) -> Result<Vec<u32>> {
        let mut ids = Vec::new();
        self.for_each_segment(text, Position::OpensInput, special_tokens, |segment| extend(&mut ids, segment.ids))?;
        Ok(ids)
    }
}

/// Appends ids to a buffer that grows with the input: running out of memory is an error and not an abort.
fn extend(out: &mut Vec<u32>, ids: &[u32]) -> Result<()> {
    let bytes = (out.len() + ids.len()).saturating_mul(size_of::<u32>());
    out.try_reserve(ids.len()).map_err(|_| Error::OutOfMemory { bytes })?;
    out.extend_from_slice(ids);
    Ok(())
}
