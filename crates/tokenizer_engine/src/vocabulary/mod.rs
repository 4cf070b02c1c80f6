//! The model's own vocabulary: token to id and back.

mod byte_vocabulary;
mod text_vocabulary;
mod token_table;

use std::{borrow::Cow, sync::Arc};

pub(crate) use byte_vocabulary::ByteVocabulary;
pub(crate) use text_vocabulary::TextVocabulary;

/// The vocabulary of a model, in the form that its engine needs.
#[derive(Clone)]
pub(crate) enum Vocabulary {
    /// As written in the file, shared with the engine.
    Text(Arc<TextVocabulary>),
    /// Byte-level tokens as bytes, shared with the engine.
    Bytes(Arc<ByteVocabulary>),
}

impl Vocabulary {
    /// The number of tokens.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(vocabulary) => vocabulary.len(),
            Self::Bytes(vocabulary) => vocabulary.len(),
        }
    }

    /// All tokens, spelled as in the file, with their ids.
    pub(crate) fn iter(&self) -> Box<dyn Iterator<Item = (Cow<'_, str>, u32)> + '_> {
        match self {
            Self::Text(vocabulary) => Box::new(vocabulary.iter().map(|(token, id)| (Cow::Borrowed(token), id))),
            Self::Bytes(vocabulary) => Box::new(vocabulary.iter()),
        }
    }

    /// The id of a token, spelled as in the file.
    pub(crate) fn token_to_id(&self, token: &str) -> Option<u32> {
        match self {
            Self::Text(vocabulary) => vocabulary.token_to_id(token),
            Self::Bytes(vocabulary) => vocabulary.token_to_id(token),
        }
    }

    /// The token of an id, spelled as in the file.
    pub(crate) fn id_to_token(&self, id: u32) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(vocabulary) => vocabulary.id_to_token(id).map(Cow::Borrowed),
            Self::Bytes(vocabulary) => vocabulary.id_to_token(id),
        }
    }
}
