use std::sync::Arc;

use serde::Deserialize;
use tokenizers_classic::Token;

use super::{EngineKind, refusal::Refusal, word_engine::WordModel, word_piece::missing_unknown};
use crate::{error::Result, vocabulary::TextVocabulary};

/// WordLevel: a word is a token or unknown.
pub(crate) struct WordLevel {
    vocabulary: Arc<TextVocabulary>,
    unknown_token: String,
}

#[derive(Deserialize)]
struct Fields {
    unk_token: String,
}

impl WordLevel {
    /// Reads a model, or says why it is not for this engine.
    pub(crate) fn new(model_json: &str, vocab_json: &str) -> Result<Self, Refusal> {
        let Fields { unk_token } = serde_json::from_str(model_json)?;
        Ok(Self { vocabulary: Arc::new(TextVocabulary::parse_map(vocab_json)?), unknown_token: unk_token })
    }

    /// The vocabulary, to be shared.
    pub(crate) fn vocabulary(&self) -> &Arc<TextVocabulary> {
        &self.vocabulary
    }
}

impl WordModel for WordLevel {
    type Scratch = ();

    const KIND: EngineKind = EngineKind::WordLevel;

    fn encode_word(&self, word: &str, (): &mut (), out: &mut Vec<u32>) -> Result<()> {
        let known = self.vocabulary.token_to_id(word).or_else(|| self.vocabulary.token_to_id(&self.unknown_token));
        out.push(known.ok_or_else(|| missing_unknown(&self.unknown_token))?);
        Ok(())
    }

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        let mut ids = Vec::new();
        self.encode_word(word, &mut (), &mut ids)?;
        let is_known = self.vocabulary.token_to_id(word).is_some();
        let value = if is_known { word } else { self.unknown_token.as_str() };
        Ok(ids.into_iter().map(|id| Token::new(id, value.to_owned(), (0, word.len()))).collect())
    }
}
