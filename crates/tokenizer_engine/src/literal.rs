//! Special and control tokens in text that comes from a user.

use std::collections::HashSet;

use crate::{
    added_tokens::{AddedToken, Fragment, SpecialTokens},
    engines::Position,
    error::{Error, Result},
    tokenizer::TokenizerEngine,
};

/// Surroundings in which a model is asked whether it gives a token's id for the token's text; `@` stands for it.
const SURROUNDINGS: [&str; 6] = ["@", " @", "@ ", "a@", "@a", "@@"];

impl TokenizerEngine {
    /// The same tokenizer, of whose added tokens these too are control tokens: they mark the turns of a chat, special or not.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownControlToken`] for one that is no added token.
    pub fn with_control_tokens(&self, contents: impl IntoIterator<Item = String>) -> Result<Self> {
        Ok(self.with_added(self.added.with_control(contents)?))
    }

    /// The control tokens by id, those that are special without being named left out.
    pub fn control_tokens(&self) -> Vec<&str> {
        let tokens = self.added.iter().filter(|(_, token)| self.added.is_named_control(token));
        tokens.map(|(_, token)| token.content.as_str()).collect()
    }

    /// Why special and control tokens cannot be taken literally, if so: some models have them in their own vocabulary and give their ids for
    /// text, like T5 for `</s>`. Asked of the model once, when it is first needed.
    pub fn literal_refusal(&self) -> Option<&str> {
        self.literal_refusal.get_or_init(|| self.find_literal_refusal()).as_deref()
    }

    /// The first special or control token in a text, with the byte where it starts. One that is found only in normalized text counts as
    /// starting where its piece does.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] when the normalizer fails.
    pub fn find_control(&self, text: &str) -> Result<Option<(&str, usize)>> {
        let mut fragments = Vec::new();
        self.split(text, SpecialTokens::Match, &mut fragments);
        for fragment in fragments {
            let found = match fragment {
                Fragment::Token { id, start, .. } => self.control_of(id).map(|token| (token, start)),
                Fragment::Text { text, start } => self.find_control_in_piece(text)?.map(|token| (token, start)),
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The error for a text that must not hold special tokens, if it does.
    ///
    /// # Errors
    ///
    /// [`Error::SpecialToken`].
    pub fn reject_control(&self, text: &str) -> Result<()> {
        let Some((token, byte)) = self.find_control(text)? else { return Ok(()) };
        let utf16 = text[..byte].encode_utf16().count();
        Err(Error::SpecialToken { token: token.to_owned(), byte, utf16 })
    }

    fn find_control_in_piece(&self, piece: &str) -> Result<Option<&str>> {
        if !self.added.second_pass_depends_on_policy() {
            return Ok(None);
        }
        let normalized = self.normalizer.normalize(piece)?;
        let mut fragments = Vec::new();
        self.added.split_normalized(&normalized.text, SpecialTokens::Match, &mut fragments);
        let control = |fragment: &Fragment<'_>| match fragment {
            Fragment::Token { id, .. } => self.control_of(*id),
            Fragment::Text { .. } => None,
        };
        Ok(fragments.iter().find_map(control))
    }

    fn control_of(&self, id: u32) -> Option<&str> {
        let token = self.added.token(id).filter(|token| self.added.is_control(token))?;
        Some(&token.content)
    }

    fn find_literal_refusal(&self) -> Option<String> {
        let control: Vec<(u32, &AddedToken)> =
            self.added.iter().filter(|(_, token)| self.added.is_control(token)).collect();
        // The unknown token stands for any text that the model does not know, which gains nobody anything.
        let unknown = self.unknown_id();
        let ids: HashSet<u32> = control.iter().map(|(id, _)| *id).filter(|id| Some(*id) != unknown).collect();
        control.into_iter().find_map(|(_, token)| {
            let texts = SURROUNDINGS.iter().map(|surroundings| surroundings.replace('@', &token.content));
            let given = texts.flat_map(|text| self.literal_ids(&text)).find(|id| ids.contains(id))?;
            Some(format!("the model gives id {given} for text that holds {:?}", token.content))
        })
    }

    fn unknown_id(&self) -> Option<u32> {
        let by_name = self.model.unk_token.as_ref().and_then(|token| self.vocabulary.token_to_id(token));
        by_name.or_else(|| u32::try_from(self.model.unk_id?).ok())
    }

    /// The ids of a text that is taken literally; none where the model fails.
    fn literal_ids(&self, text: &str) -> Vec<u32> {
        let mut fragments = Vec::new();
        self.split(text, SpecialTokens::Literal, &mut fragments);
        let mut ids = Vec::new();
        for fragment in fragments {
            if let Fragment::Text { text, start } = fragment {
                let position = if start == 0 { Position::OpensInput } else { Position::Inside };
                // A text that cannot be encoded gives no id.
                let _ = self.encode_piece(text, position, SpecialTokens::Literal, &mut ids);
            }
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokenizer(pre_tokenizer: &str) -> TokenizerEngine {
        let json = format!(
            r#"{{
                "added_tokens": [
                    {{ "id": 3, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true }},
                    {{ "id": 4, "content": "<User>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": true, "special": false }}
                ],
                "normalizer": {{ "type": "Lowercase" }},
                "pre_tokenizer": {{ "type": "{pre_tokenizer}" }},
                "model": {{ "type": "WordLevel", "unk_token": "?", "vocab": {{ "?": 0, "a": 1, "b": 2, "<s>": 3 }} }}
            }}"#
        );
        TokenizerEngine::from_json(&json).unwrap().with_control_tokens(["<User>".to_owned()]).unwrap()
    }

    #[test]
    fn finds_special_and_control_tokens_also_in_normalized_text() {
        let tokenizer = tokenizer("Whitespace");
        assert_eq!(tokenizer.find_control("a b").unwrap(), None);
        assert_eq!(tokenizer.find_control("é<s>").unwrap(), Some(("<s>", 2)));
        assert_eq!(tokenizer.find_control("a <USER>").unwrap(), Some(("<User>", 0)));
        let error = tokenizer.reject_control("😀<s>").unwrap_err().to_string();
        assert_eq!(error, "the text holds the special token \"<s>\" at index 2 (byte 4 of its UTF-8)");
        assert!(tokenizer.reject_control("< s >").is_ok());
    }

    #[test]
    fn a_model_that_has_the_token_itself_refuses_to_take_it_literally() {
        assert_eq!(tokenizer("Whitespace").literal_refusal(), None);
        let refusal = tokenizer("WhitespaceSplit").literal_refusal().map(str::to_owned);
        assert_eq!(refusal.as_deref(), Some("the model gives id 3 for text that holds \"<s>\""));
    }

    #[test]
    fn control_tokens_must_be_added_tokens() {
        let error = tokenizer("Whitespace").with_control_tokens(["<x>".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "the control token \"<x>\" is not an added token");
        assert_eq!(tokenizer("Whitespace").control_tokens(), ["<User>"]);
    }
}
