//! What a tokenizer's vocabulary holds, and adding to it.

use std::{
    borrow::Cow,
    sync::{Arc, OnceLock},
};

use crate::{
    added_tokens::{AddedToken, AddedVocabulary},
    error::Result,
    tokenizer::TokenizerEngine,
};

impl TokenizerEngine {
    /// The id of a token, added or of the model.
    pub fn token_to_id(&self, token: &str) -> Option<u32> {
        self.added.token_to_id(token).or_else(|| self.vocabulary.token_to_id(token))
    }

    /// The token of an id, added or of the model.
    pub fn id_to_token(&self, id: u32) -> Option<Cow<'_, str>> {
        self.added.id_to_token(id).map(Cow::Borrowed).or_else(|| self.vocabulary.id_to_token(id))
    }

    /// The number of tokens, added ones included.
    pub fn vocab_size(&self) -> usize {
        let beyond_model = self.added.iter().filter(|(_, token)| self.vocabulary.token_to_id(&token.content).is_none());
        self.vocabulary.len() + beyond_model.count()
    }

    /// The number of tokens of the model.
    pub fn model_vocab_size(&self) -> usize {
        self.vocabulary.len()
    }

    /// All tokens of the model with their ids. Where a Unigram model has a token twice, the last one counts.
    pub fn model_vocab(&self) -> impl Iterator<Item = (Cow<'_, str>, u32)> {
        self.vocabulary.iter()
    }

    /// Added tokens with their ids, ascending.
    pub fn added_tokens(&self) -> impl ExactSizeIterator<Item = (u32, &AddedToken)> {
        self.added.iter()
    }

    /// The same tokenizer with more added tokens, and how many of them are new or have other flags than before. It shares the model.
    ///
    /// # Errors
    ///
    /// [`crate::Error::EmptyAddedToken`] for one that is empty once it is normalized, and [`crate::Error::Encode`] when the normalizer fails on one.
    pub fn with_added_tokens(&self, tokens: impl IntoIterator<Item = AddedToken>) -> Result<(Self, usize)> {
        let (added, count) = self.added.with(tokens, &self.vocabulary, &self.normalizer)?;
        Ok((self.with_added(added), count))
    }

    pub(crate) fn with_added(&self, added: AddedVocabulary) -> Self {
        let mut inspection = self.inspection.clone();
        inspection.added_tokens = added.iter().len();
        inspection.special_tokens = added.special_count();
        Self {
            source: self.source,
            engine: Arc::clone(&self.engine),
            normalizer: Arc::clone(&self.normalizer),
            vocabulary: self.vocabulary.clone(),
            added,
            model: Arc::clone(&self.model),
            decoder: Arc::clone(&self.decoder),
            pre_tokenizer: self.pre_tokenizer.clone(),
            post_processor: self.post_processor.clone(),
            template: self.template.clone(),
            literal_refusal: OnceLock::new(),
            cut_rule: OnceLock::new(),
            inspection,
        }
    }
}
