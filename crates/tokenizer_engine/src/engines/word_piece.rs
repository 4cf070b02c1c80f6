use std::sync::Arc;

use serde::Deserialize;
use tokenizers_classic::Token;

use super::{EngineKind, refusal::Refusal, word_engine::WordModel};
use crate::{
    error::{Error, Result},
    vocabulary::TextVocabulary,
};

/// WordPiece: from the left, always the longest token; a word with a rest that no token begins is unknown as a whole.
pub(crate) struct WordPiece {
    vocabulary: Arc<TextVocabulary>,
    unknown_token: String,
    /// What the tokens within a word begin with.
    prefix: String,
    max_input_chars: usize,
    /// The length of the longest token in bytes; nothing longer needs to be looked for.
    longest_token: usize,
}

#[derive(Deserialize)]
struct Fields {
    unk_token: String,
    continuing_subword_prefix: String,
    max_input_chars_per_word: usize,
}

impl WordPiece {
    /// Reads a model, or says why it is not for this engine.
    pub(crate) fn new(model_json: &str, vocab_json: &str) -> Result<Self, Refusal> {
        let fields: Fields = serde_json::from_str(model_json)?;
        let vocabulary = TextVocabulary::parse_map(vocab_json)?;
        Ok(Self {
            unknown_token: fields.unk_token,
            prefix: fields.continuing_subword_prefix,
            max_input_chars: fields.max_input_chars_per_word,
            longest_token: vocabulary.iter().map(|(token, _)| token.len()).max().unwrap_or(0),
            vocabulary: Arc::new(vocabulary),
        })
    }

    /// The vocabulary, to be shared.
    pub(crate) fn vocabulary(&self) -> &Arc<TextVocabulary> {
        &self.vocabulary
    }

    /// Calls `each` with the id, the text and the start in the word of each token; false if the word is unknown, whatever was found before.
    fn find_tokens(&self, word: &str, candidate: &mut String, mut each: impl FnMut(u32, &str, usize)) -> bool {
        if word.chars().nth(self.max_input_chars).is_some() {
            return false;
        }
        let mut rest = word;
        while !rest.is_empty() {
            let start = word.len() - rest.len();
            let Some((id, length)) = self.longest(rest, start == 0, candidate) else { return false };
            each(id, candidate, start);
            rest = &rest[length..];
        }
        true
    }

    fn unknown_id(&self) -> Result<u32> {
        let unknown = self.vocabulary.token_to_id(&self.unknown_token);
        unknown.ok_or_else(|| missing_unknown(&self.unknown_token))
    }

    /// The id and the length in bytes of the longest token that the rest of a word begins with; `candidate` is then that token.
    fn longest(&self, rest: &str, is_start: bool, candidate: &mut String) -> Option<(u32, usize)> {
        candidate.clear();
        if !is_start {
            candidate.push_str(&self.prefix);
        }
        let prefix = candidate.len();
        candidate.push_str(&rest[..rest.floor_char_boundary(self.longest_token)]);
        while candidate.len() > prefix {
            if let Some(id) = self.vocabulary.token_to_id(candidate) {
                return Some((id, candidate.len() - prefix));
            }
            candidate.pop();
        }
        None
    }
}

impl WordModel for WordPiece {
    /// The text that is looked for.
    type Scratch = String;

    const KIND: EngineKind = EngineKind::WordPiece;

    fn encode_word(&self, word: &str, candidate: &mut String, out: &mut Vec<u32>) -> Result<()> {
        let start = out.len();
        if !self.find_tokens(word, candidate, |id, _, _| out.push(id)) {
            out.truncate(start);
            out.push(self.unknown_id()?);
        }
        Ok(())
    }

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        let mut tokens = Vec::new();
        let is_known = self.find_tokens(word, &mut String::new(), |id, text, start| {
            let length = if start == 0 { text.len() } else { text.len() - self.prefix.len() };
            tokens.push(Token::new(id, text.to_owned(), (start, start + length)));
        });
        if is_known {
            return Ok(tokens);
        }
        Ok(vec![Token::new(self.unknown_id()?, self.unknown_token.clone(), (0, word.len()))])
    }
}

pub(super) fn missing_unknown(token: &str) -> Error {
    Error::encode(format!("the unknown token {token:?} is not in the vocabulary"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(word: &str) -> Vec<u32> {
        let vocab = r###"{"[UNK]":0,"un":1,"##aff":2,"##able":3,"##a":4,"a":5,"é":6}"###;
        let model = r###"{"unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":10}"###;
        let model = WordPiece::new(model, vocab).unwrap();
        let mut ids = Vec::new();
        model.encode_word(word, &mut String::new(), &mut ids).unwrap();
        ids
    }

    #[test]
    fn takes_the_longest_token_from_the_left() {
        assert_eq!(ids("unaffable"), [1, 2, 3]);
        assert_eq!(ids("una"), [1, 4]);
        assert_eq!(ids("é"), [6]);
    }

    #[test]
    fn a_word_is_unknown_as_a_whole() {
        assert_eq!(ids("unx"), [0]);
        assert_eq!(ids("aaaaaaaaaa"), [5, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
        assert_eq!(ids("aaaaaaaaaaa"), [0]);
    }
}
