use tokenizers_classic::{
    Model as _, ModelWrapper, NormalizedString, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _,
    PreTokenizerWrapper, Token, normalizer::Range,
};

use super::{Engine, EngineKind, ModelDetails, Position};
use crate::{
    error::{Error, Result},
    reference_panic::catch_panic,
    words::Words,
};

/// 0.23's own pre-tokenizer and model. It is given pieces without added tokens, so it holds none.
pub(crate) struct Classic {
    pre_tokenizer: Option<PreTokenizerWrapper>,
    model: ModelWrapper,
}

impl Classic {
    /// Builds the engine from the model's JSON text.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] with 0.23's own words when it refuses the model.
    pub(crate) fn new(model_json: &str, pre_tokenizer: Option<PreTokenizerWrapper>) -> Result<Self> {
        // 0.23 panics on some malformed models, such as a merge that is longer than every token. The model is dropped with the panic.
        let invalid = |detail: String| Error::invalid(format!("model: {detail}"));
        let model =
            catch_panic(invalid, || serde_json::from_str(model_json).map_err(|error| invalid(error.to_string())))?;
        Ok(Self { pre_tokenizer, model })
    }
}

impl Engine for Classic {
    fn kind(&self) -> EngineKind {
        EngineKind::Classic
    }

    fn encode(&self, text: &str, position: Position, out: &mut Vec<u32>) -> Result<()> {
        let encoding = catch_panic(Error::encode, || {
            let mut pieces = self.pre_tokenized(text, position)?;
            pieces.tokenize(|piece| self.model.tokenize(piece.get())).map_err(Error::encode)?;
            pieces.into_encoding(None, 0, OffsetType::None).map_err(Error::encode)
        })?;
        out.extend_from_slice(encoding.get_ids());
        Ok(())
    }

    fn encode_words(&self, text: &str, position: Position, words: &mut Words) -> Result<()> {
        let pieces = catch_panic(Error::encode, || self.pre_tokenized(text, position))?;
        for (word, _, _) in pieces.get_splits(OffsetReferential::Normalized, OffsetType::None) {
            words.push_text(|ids| {
                ids.extend(self.tokenize(word)?.iter().map(|token| token.id));
                Ok(())
            });
        }
        Ok(())
    }

    fn details(&self) -> ModelDetails<'_> {
        ModelDetails::Reference(&self.model)
    }

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        catch_panic(Error::encode, || self.model.tokenize(word).map_err(Error::encode))
    }
}

impl Classic {
    fn pre_tokenized(&self, text: &str, position: Position) -> Result<PreTokenizedString> {
        let mut pieces = PreTokenizedString::from(normalized_at(text, position));
        if let Some(pre_tokenizer) = &self.pre_tokenizer {
            pre_tokenizer.pre_tokenize(&mut pieces).map_err(Error::encode)?;
        }
        Ok(pieces)
    }
}

/// 0.23 reads a piece's position from the offsets it carries. A piece inside the input gets a neighbour for a moment, so that what is
/// left after cutting the neighbour off begins at an offset above zero.
pub(crate) fn normalized_at(text: &str, position: Position) -> NormalizedString {
    const NEIGHBOUR: &str = "x";
    if position == Position::OpensInput {
        return NormalizedString::from(text);
    }
    let whole = NormalizedString::from(format!("{NEIGHBOUR}{text}"));
    whole.slice(Range::Normalized(NEIGHBOUR.len()..)).unwrap_or_else(|| NormalizedString::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_inside_the_input_does_not_begin_at_zero() {
        assert_eq!(normalized_at("abc", Position::OpensInput).offsets_original(), (0, 3));
        let inside = normalized_at("abc", Position::Inside);
        assert_eq!((inside.get(), inside.offsets_original()), ("abc", (1, 4)));
    }
}
