use std::collections::{BTreeMap, HashMap, HashSet};

use super::{AddedToken, Fragment, Matcher, SpecialTokens, matcher::Wanted};
use crate::{
    error::{Error, Result},
    normalizer::Normalizer,
    vocabulary::Vocabulary,
};

/// The added tokens of a tokenizer, with the ids that 0.23 gives them.
#[derive(Default)]
pub(crate) struct AddedVocabulary {
    ids: HashMap<String, u32>,
    /// Ordered, so that whatever is built from it does not depend on a random hash seed.
    tokens: BTreeMap<u32, AddedToken>,
    special: HashSet<String>,
    /// Contents of tokens that mark the turns of a chat, special or not.
    control: HashSet<String>,
    /// What a `normalized` token is matched as, and decoded as, where normalizing changes it.
    normalized: HashMap<u32, String>,
    first_pass: Option<Matcher>,
    second_pass: Option<Matcher>,
}

impl AddedVocabulary {
    /// Adds tokens in the order given, as loading a file does.
    ///
    /// # Errors
    ///
    /// As [`Self::with`].
    pub(crate) fn new(
        tokens: impl IntoIterator<Item = AddedToken>,
        vocabulary: &Vocabulary,
        normalizer: &Normalizer,
    ) -> Result<Self> {
        Self::default().with(tokens, vocabulary, normalizer).map(|(built, _)| built)
    }

    /// These tokens and more, and how many of those are new or have other flags than before. A token that the model or an earlier token has keeps its
    /// id; the others are numbered on behind both.
    ///
    /// # Errors
    ///
    /// [`crate::Error::EmptyAddedToken`] for one that is empty once it is normalized, and [`crate::Error::Encode`] when the normalizer fails on one.
    pub(crate) fn with(
        &self,
        tokens: impl IntoIterator<Item = AddedToken>,
        vocabulary: &Vocabulary,
        normalizer: &Normalizer,
    ) -> Result<(Self, usize)> {
        let mut built = self.without_matchers();
        let of_model = u32::try_from(vocabulary.len()).unwrap_or(u32::MAX);
        let behind_tokens = self.tokens.last_key_value().map_or(0, |(&last, _)| last.saturating_add(1));
        let mut next_id = of_model.max(behind_tokens);
        let mut added = 0;
        for token in tokens {
            let known = built.ids.get(&token.content).copied();
            if token.content.is_empty() || known.is_some_and(|id| built.tokens.get(&id) == Some(&token)) {
                continue;
            }
            let id = known.or_else(|| vocabulary.token_to_id(&token.content)).unwrap_or_else(|| {
                let id = next_id;
                next_id = next_id.saturating_add(1);
                id
            });
            built.insert(id, token, normalizer)?;
            added += 1;
        }
        built.build_matchers()?;
        Ok((built, added))
    }

    /// The same tokens, to be changed before they are searched for.
    fn without_matchers(&self) -> Self {
        Self {
            ids: self.ids.clone(),
            tokens: self.tokens.clone(),
            special: self.special.clone(),
            control: self.control.clone(),
            normalized: self.normalized.clone(),
            first_pass: None,
            second_pass: None,
        }
    }

    fn insert(&mut self, id: u32, token: AddedToken, normalizer: &Normalizer) -> Result<()> {
        if token.normalized {
            let matched = normalizer.normalize(&token.content)?.text;
            if matched.is_empty() {
                return Err(Error::EmptyAddedToken { content: token.content.clone() });
            }
            if matched != token.content {
                let matched = matched.into_owned();
                self.normalized.insert(id, matched);
            }
        }
        if token.special {
            self.special.insert(token.content.clone());
        }
        self.ids.insert(token.content.clone(), id);
        self.tokens.insert(id, token);
        Ok(())
    }

    fn build_matchers(&mut self) -> Result<()> {
        let matchers = {
            let of_pass = |normalized: bool| {
                self.tokens.iter().filter(move |(_, token)| token.normalized == normalized).map(|(&id, token)| Wanted {
                    text: self.matched_text(id, token),
                    id,
                    token,
                    special: self.is_special(&token.content),
                    control: self.control.contains(&token.content),
                })
            };
            (Matcher::new(of_pass(false))?, Matcher::new(of_pass(true))?)
        };
        (self.first_pass, self.second_pass) = matchers;
        Ok(())
    }

    fn matched_text<'a>(&'a self, id: u32, token: &'a AddedToken) -> &'a str {
        if token.normalized { self.decoded_text(id, token) } else { &token.content }
    }

    fn decoded_text<'a>(&'a self, id: u32, token: &'a AddedToken) -> &'a str {
        self.normalized.get(&id).map_or(&token.content, String::as_str)
    }

    /// Splits a text as given at the tokens that are not normalized.
    pub(crate) fn split_text<'text>(
        &self,
        text: &'text str,
        special_tokens: SpecialTokens,
        out: &mut Vec<Fragment<'text>>,
    ) {
        split(self.first_pass.as_ref(), text, special_tokens, out);
    }

    /// Splits normalized text at the tokens that are normalized.
    pub(crate) fn split_normalized<'text>(
        &self,
        text: &'text str,
        special_tokens: SpecialTokens,
        out: &mut Vec<Fragment<'text>>,
    ) {
        split(self.second_pass.as_ref(), text, special_tokens, out);
    }

    /// The tokens that are matched in the text as given, with their texts.
    pub(crate) fn of_first_pass(&self) -> impl Iterator<Item = (&str, &AddedToken)> {
        let tokens = self.tokens.values().filter(|token| !token.normalized);
        tokens.map(|token| (token.content.as_str(), token))
    }

    /// The tokens that are matched in normalized text, with the texts that they are matched as.
    pub(crate) fn of_second_pass(&self) -> impl Iterator<Item = (&str, &AddedToken)> {
        let tokens = self.tokens.iter().filter(|(_, token)| token.normalized);
        tokens.map(|(&id, token)| (self.matched_text(id, token), token))
    }

    /// Whether what is found in normalized text depends on the policy.
    pub(crate) fn second_pass_depends_on_policy(&self) -> bool {
        self.second_pass.as_ref().is_some_and(Matcher::depends_on_policy)
    }

    pub(crate) fn token_to_id(&self, token: &str) -> Option<u32> {
        self.ids.get(token).copied()
    }

    /// The text of an added token as a decoder needs it: normalized, where it was matched in normalized text.
    pub(crate) fn id_to_token(&self, id: u32) -> Option<&str> {
        self.tokens.get(&id).map(|token| self.decoded_text(id, token))
    }

    /// The same tokens, of which these too are control tokens.
    ///
    /// # Errors
    ///
    /// [`crate::Error::UnknownControlToken`] for one that is not among them.
    pub(crate) fn with_control(&self, contents: impl IntoIterator<Item = String>) -> Result<Self> {
        let mut built = self.without_matchers();
        for content in contents {
            if !built.ids.contains_key(&content) {
                return Err(Error::UnknownControlToken { content });
            }
            built.control.insert(content);
        }
        built.build_matchers()?;
        Ok(built)
    }

    /// Whether a token must not come out of text that is taken literally.
    pub(crate) fn is_control(&self, token: &AddedToken) -> bool {
        self.control.contains(&token.content) || self.is_special(&token.content)
    }

    /// Whether a token is named as a control token.
    pub(crate) fn is_named_control(&self, token: &AddedToken) -> bool {
        self.control.contains(&token.content)
    }

    /// Whether both split every text alike under every policy.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.tokens == other.tokens && self.control == other.control
    }

    pub(crate) fn token(&self, id: u32) -> Option<&AddedToken> {
        self.tokens.get(&id)
    }

    pub(crate) fn is_special(&self, token: &str) -> bool {
        self.special.contains(token)
    }

    /// The number of special tokens.
    pub(crate) fn special_count(&self) -> usize {
        self.tokens.values().filter(|token| token.special).count()
    }

    /// Added tokens with their ids, ascending.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &AddedToken)> {
        self.tokens.iter().map(|(&id, token)| (id, token))
    }
}

fn split<'text>(
    matcher: Option<&Matcher>,
    text: &'text str,
    special_tokens: SpecialTokens,
    out: &mut Vec<Fragment<'text>>,
) {
    match matcher {
        Some(matcher) => matcher.split(text, special_tokens, out),
        None if text.is_empty() => {}
        None => out.push(Fragment::Text { text, start: 0 }),
    }
}
