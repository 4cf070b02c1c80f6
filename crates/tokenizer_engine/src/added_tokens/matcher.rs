use regex_syntax::is_word_character;

use super::{AddedToken, patterns::Patterns};
use crate::error::{Error, Result};

/// What happens to an added token with `special: true` that stands in the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SpecialTokens {
    /// It becomes its id.
    #[default]
    Match,
    /// It is text like any other. 0.23 calls this `encode_special_tokens`.
    Text,
    /// So are the control tokens: added tokens that mark the turns of a chat without being special.
    Literal,
    /// It must not be there; for the rest as `Match`.
    Reject,
}

/// A part of a text that was split at added tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fragment<'text> {
    /// An added token.
    Token {
        /// Its id.
        id: u32,
        /// Where it starts in the text that was split, in bytes, with the white space that it takes along.
        start: usize,
        /// Where it ends.
        end: usize,
    },
    /// What stands between added tokens; never empty.
    Text {
        /// The text.
        text: &'text str,
        /// Where it starts in the text that was split, in bytes.
        start: usize,
    },
}

/// Finds added tokens in a text.
pub(crate) struct Matcher {
    patterns: Patterns,
    tokens: Vec<Flags>,
}

#[expect(clippy::struct_excessive_bools, reason = "these are the flags of the file format")]
struct Flags {
    id: u32,
    single_word: bool,
    lstrip: bool,
    rstrip: bool,
    special: bool,
    control: bool,
}

impl Flags {
    fn is_text_under(&self, special_tokens: SpecialTokens) -> bool {
        match special_tokens {
            SpecialTokens::Match | SpecialTokens::Reject => false,
            SpecialTokens::Text => self.special,
            SpecialTokens::Literal => self.special || self.control,
        }
    }
}

/// A token to look for.
pub(crate) struct Wanted<'a> {
    /// The text to find.
    pub(crate) text: &'a str,
    pub(crate) id: u32,
    pub(crate) token: &'a AddedToken,
    pub(crate) special: bool,
    pub(crate) control: bool,
}

impl Matcher {
    /// A matcher for the given tokens; `None` when there are none.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when a text is empty, which normalizing a token can bring about: 0.23 would match it between all
    /// characters.
    pub(crate) fn new<'a>(tokens: impl Iterator<Item = Wanted<'a>>) -> Result<Option<Self>> {
        let mut texts = Vec::new();
        let mut flags = Vec::new();
        for Wanted { text, id, token, special, control } in tokens {
            let &AddedToken { single_word, lstrip, rstrip, .. } = token;
            texts.push(text);
            flags.push(Flags { id, single_word, lstrip, rstrip, special, control });
        }
        if texts.is_empty() {
            return Ok(None);
        }
        let patterns = Patterns::new(texts.into_iter())
            .ok_or_else(|| Error::invalid("added_tokens: a token is empty once it is normalized"))?;
        Ok(Some(Self { patterns, tokens: flags }))
    }

    /// Whether any token of this matcher is special or a control token, so that the policy changes what is found.
    pub(crate) fn depends_on_policy(&self) -> bool {
        self.tokens.iter().any(|token| token.special || token.control)
    }

    /// Appends the fragments of `text` to `out`, in order.
    ///
    /// A match that is turned down still consumes its text: 0.23 goes on behind it and never looks for a shorter one.
    pub(crate) fn split<'text>(&self, text: &'text str, special_tokens: SpecialTokens, out: &mut Vec<Fragment<'text>>) {
        let mut done = 0;
        let mut searched = 0;
        while let Some(found) = self.patterns.find(text.as_bytes(), searched) {
            let (start, end) = (found.range.start, found.range.end);
            searched = end;
            let token = &self.tokens[found.number as usize];
            if token.is_text_under(special_tokens) {
                continue;
            }
            if token.single_word && !stands_alone(text, start, end) {
                continue;
            }
            // White space that the match before has taken stays with it.
            let start = if token.lstrip { text[..start].trim_end().len().max(done) } else { start };
            let end = if token.rstrip { text.len() - text[end..].trim_start().len() } else { end };
            push_text(text, done, start, out);
            // Of a match whose white space the match before has taken nothing may be left; then there is no token.
            if start < end {
                out.push(Fragment::Token { id: token.id, start, end });
            }
            // Behind a token that stripped to its right, the next match may lie within the stripped space and end before it. 0.23
            // then goes back to the end of that match, and so do we.
            done = end;
        }
        push_text(text, done, text.len(), out);
    }
}

fn push_text<'text>(text: &'text str, start: usize, end: usize, out: &mut Vec<Fragment<'text>>) {
    if start < end {
        out.push(Fragment::Text { text: &text[start..end], start });
    }
}

/// Whether no word character (`\w` of the regex crate) touches the match.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    !before.is_some_and(is_word_character) && !after.is_some_and(is_word_character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(content: &str, edit: impl FnOnce(&mut AddedToken)) -> AddedToken {
        let mut token = AddedToken {
            content: content.to_owned(),
            single_word: false,
            lstrip: false,
            rstrip: false,
            normalized: false,
            special: false,
        };
        edit(&mut token);
        token
    }

    fn split(tokens: &[AddedToken], text: &str, special_tokens: SpecialTokens) -> Vec<String> {
        let patterns = (0..).zip(tokens).map(|(id, token)| Wanted {
            text: token.content.as_str(),
            id,
            token,
            special: token.special,
            control: token.content == "<t>",
        });
        let matcher = Matcher::new(patterns).unwrap().unwrap();
        let mut fragments = Vec::new();
        matcher.split(text, special_tokens, &mut fragments);
        fragments
            .into_iter()
            .map(|fragment| match fragment {
                Fragment::Token { id, .. } => format!("#{id}"),
                Fragment::Text { text, .. } => text.to_owned(),
            })
            .collect()
    }

    #[test]
    fn the_longest_of_the_leftmost_matches_wins() {
        let tokens = [token("<a>", |_| {}), token("<a><b>", |_| {})];
        assert_eq!(split(&tokens, "x<a><b>y<a>", SpecialTokens::Match), ["x", "#1", "y", "#0"]);
    }

    #[test]
    fn stripping_takes_white_space_once() {
        let tokens = [token("<r>", |t| t.rstrip = true), token("<l>", |t| t.lstrip = true)];
        assert_eq!(split(&tokens, "a <r> \n <l> b", SpecialTokens::Match), ["a ", "#0", "#1", " b"]);
    }

    #[test]
    fn a_token_of_white_space_that_is_taken_already_is_none() {
        let tokens = [token("<r>", |t| t.rstrip = true), token(" ", |t| t.lstrip = true)];
        assert_eq!(split(&tokens, "<r> a b", SpecialTokens::Match), ["#0", "a", "#1", "b"]);
        // Of two spaces the second match gets its own again, as the search went back to the end of the first.
        assert_eq!(split(&tokens, "<r>  a", SpecialTokens::Match), ["#0", "#1", "a"]);
    }

    #[test]
    fn a_single_word_sees_the_full_text_on_both_sides() {
        let tokens = [token("ding", |t| t.single_word = true)];
        assert_eq!(split(&tokens, "ding oding dings -ding", SpecialTokens::Match), ["#0", " oding dings -", "#0"]);
    }

    #[test]
    fn a_match_that_is_turned_down_still_consumes_its_text() {
        let tokens = [token("abc", |t| t.single_word = true), token("bc", |_| {})];
        assert_eq!(split(&tokens, "abcd bc", SpecialTokens::Match), ["abcd ", "#1"]);
    }

    #[test]
    fn special_tokens_are_text_on_request() {
        let tokens = [token("<s>", |t| t.special = true), token("<t>", |_| {})];
        assert_eq!(split(&tokens, "<s><t>", SpecialTokens::Match), ["#0", "#1"]);
        assert_eq!(split(&tokens, "<s><t>", SpecialTokens::Text), ["<s>", "#1"]);
        // The tests take `<t>` for a control token.
        assert_eq!(split(&tokens, "<s><t>", SpecialTokens::Literal), ["<s><t>"]);
        assert_eq!(split(&tokens, "<s><t>", SpecialTokens::Reject), ["#0", "#1"]);
    }

    #[test]
    fn a_text_without_tokens_is_one_fragment_and_an_empty_one_none() {
        let tokens = [token("<s>", |_| {})];
        assert_eq!(split(&tokens, "plain", SpecialTokens::Match), ["plain"]);
        assert!(split(&tokens, "", SpecialTokens::Match).is_empty());
    }
}
