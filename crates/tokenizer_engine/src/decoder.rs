use tokenizers_classic::{Decoder as _, DecoderWrapper};

use crate::{
    error::{Error, Result},
    reference_panic::catch_panic,
};

/// What becomes of an id that is in no vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownIds {
    /// The call fails and names the id.
    #[default]
    Reject,
    /// The id is left out, as 0.23 does.
    Skip,
}

/// How ids are turned back into text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DecodeOptions {
    /// Leave special tokens out of the text.
    pub skip_special_tokens: bool,
    /// What becomes of an id that is in no vocabulary.
    pub unknown_ids: UnknownIds,
}

/// Joins tokens to text by 0.23's own decoders.
pub(crate) struct Decoder {
    wrapper: Option<DecoderWrapper>,
}

impl Decoder {
    pub(crate) fn new(wrapper: Option<DecoderWrapper>) -> Self {
        Self { wrapper }
    }

    pub(crate) fn wrapper(&self) -> Option<&DecoderWrapper> {
        self.wrapper.as_ref()
    }

    /// Without a decoder in the file, tokens are joined with spaces.
    ///
    /// # Errors
    ///
    /// [`Error::Decode`] when the decoder fails.
    pub(crate) fn decode(&self, tokens: Vec<String>) -> Result<String> {
        // Some decoders look at the last token without asking whether there is one.
        if tokens.is_empty() {
            return Ok(String::new());
        }
        match &self.wrapper {
            Some(wrapper) => catch_panic(Error::decode, || wrapper.decode(tokens).map_err(Error::decode)),
            None => Ok(tokens.join(" ")),
        }
    }
}
