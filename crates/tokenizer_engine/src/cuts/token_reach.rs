use std::collections::HashSet;

use foldhash::fast::RandomState;
use regex_syntax::is_word_character;

use crate::added_tokens::AddedToken;

/// What the added tokens of one pass can see across a border between two characters of the text that they are matched in.
///
/// Where no token holds both characters side by side, every match lies on one side, and the search behind the border begins there as it would in
/// a text of its own. What is left are the flags with which a match looks at its neighbours.
#[derive(Default)]
pub(super) struct TokenReach {
    /// The pairs of characters that stand side by side in some token.
    pairs: HashSet<(char, char), RandomState>,
    /// First characters of tokens that must stand alone, and last ones.
    single_firsts: HashSet<char, RandomState>,
    single_lasts: HashSet<char, RandomState>,
    /// Last characters of tokens that take the white space behind them.
    rstrip_lasts: HashSet<char, RandomState>,
    /// Whether any token takes the white space before it.
    strips_left: bool,
    lasts: HashSet<char, RandomState>,
}

impl TokenReach {
    /// Reads tokens with the texts that they are matched as.
    pub(super) fn of<'a>(tokens: impl Iterator<Item = (&'a str, &'a AddedToken)>) -> Self {
        let mut reach = Self::default();
        for (text, token) in tokens {
            reach.pairs.extend(text.chars().zip(text.chars().skip(1)));
            reach.lasts.extend(text.chars().next_back());
            if token.single_word {
                reach.single_firsts.extend(text.chars().next());
                reach.single_lasts.extend(text.chars().next_back());
            }
            if token.rstrip {
                reach.rstrip_lasts.extend(text.chars().next_back());
            }
            reach.strips_left |= token.lstrip;
        }
        reach
    }

    /// Whether matching can depend on both sides of a border.
    pub(super) fn crosses(&self, left: char, right: char) -> bool {
        let takes_behind = !self.rstrip_lasts.is_empty() && right.is_whitespace();
        self.pairs.contains(&(left, right))
            || self.strips_left && left.is_whitespace()
            || takes_behind && (left.is_whitespace() || self.rstrip_lasts.contains(&left))
            || self.single_firsts.contains(&right) && is_word_character(left)
            || self.single_lasts.contains(&left) && is_word_character(right)
    }

    /// Whether a token, with the white space that it takes along, could end with a character.
    pub(super) fn may_end_with(&self, left: char) -> bool {
        self.lasts.contains(&left) || !self.rstrip_lasts.is_empty() && left.is_whitespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(content: &str, edit: impl FnOnce(&mut AddedToken)) -> AddedToken {
        let content = content.to_owned();
        let mut token =
            AddedToken { content, single_word: false, lstrip: false, rstrip: false, normalized: true, special: false };
        edit(&mut token);
        token
    }

    fn crossed(token: &AddedToken, pairs: [(char, char); 4]) -> [bool; 4] {
        let reach = TokenReach::of(std::iter::once((token.content.as_str(), token)));
        pairs.map(|(left, right)| reach.crosses(left, right))
    }

    #[test]
    fn a_token_crosses_what_it_holds() {
        let pairs = [('d', '\n'), ('\n', 'b'), ('a', 'r'), ('r', ' ')];
        assert_eq!(crossed(&token("end\nbar", |_| {}), pairs), [true, true, true, false]);
    }

    #[test]
    fn flags_look_at_neighbours() {
        let pairs = [('o', '_'), ('o', ' '), ('a', 'f'), (' ', 'f')];
        assert_eq!(crossed(&token("foo", |token| token.single_word = true), pairs), [true, false, true, false]);
        let pairs = [('o', '\n'), (' ', ' '), ('a', ' '), ('\n', 'a')];
        assert_eq!(crossed(&token("foo", |token| token.rstrip = true), pairs), [true, true, false, false]);
        assert_eq!(crossed(&token("foo", |token| token.lstrip = true), pairs), [false, true, false, true]);
    }
}
