use tokenizers::pipeline::Span;
use tokenizers_classic::Token;

use crate::{
    engines::{EngineKind, ModelDetails},
    error::Result,
};

/// A model that encodes each word on its own.
pub(crate) trait WordModel: Send + Sync {
    /// Working buffers of one call.
    type Scratch: Default + Send;

    /// The name under which the model serves.
    const KIND: EngineKind;

    /// Appends the ids of a word to `out`. A word is never empty.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Encode`] where 0.23 fails as well, and [`crate::Error::OutOfMemory`].
    fn encode_word(&self, word: &str, scratch: &mut Self::Scratch, out: &mut Vec<u32>) -> Result<()>;

    /// The tokens of a word as 0.23 spells it, with their places in that spelling.
    ///
    /// # Errors
    ///
    /// As [`Self::encode_word`].
    fn tokenize(&self, word: &str) -> Result<Vec<Token>>;

    /// What the model has besides its vocabulary and its fields.
    fn details(&self) -> ModelDetails<'_> {
        ModelDetails::Nothing
    }

    /// Whether the bytes of the ids are always those of the word.
    const SPELLS_TEXT: bool = false;

    /// Whether a word can be cut between two characters wherever they stand side by side in it.
    fn encodes_apart(&self, _left: char, _right: char) -> bool {
        false
    }

    /// Appends to `parts` the parts of a word that the model provably encodes apart: the word itself, unless the model knows better.
    fn cut(&self, _text: &str, word: Span, parts: &mut Vec<Span>) {
        parts.push(word);
    }

    /// Whether [`Self::cut`] ever cuts, so that a model that does not is spared a pass over all words.
    fn cuts(&self) -> bool {
        false
    }

    /// Makes what the first words would otherwise wait for.
    fn prepare(&self) {}

    /// Whether that is made, or nothing has to be.
    fn is_prepared(&self) -> bool {
        true
    }
}
