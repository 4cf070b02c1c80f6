use serde_json::Value;

use super::{
    pre_tokenizer::{Border, PreTokenizerCuts},
    token_reach::TokenReach,
};
use crate::{
    engines::{EngineKind, Position},
    tokenizer::TokenizerEngine,
};

const ASCII: usize = 128;

/// What is known about cuts in a tokenizer's text.
pub(crate) struct CutRule {
    /// Of the tokens that are matched in the text as given.
    pub(super) first_pass: TokenReach,
    /// Of those that are matched in normalized text.
    second_pass: TokenReach,
    pre_tokenizer: PreTokenizerCuts,
    /// For each ASCII character on the left, the bits of those on the right.
    ascii: Box<[u128; ASCII]>,
    /// Whether a piece that opens the input can have other ids than the same piece inside.
    opening_matters: bool,
    /// Whether a part that goes on where another one ended can have other ids than the same text as a piece of its own.
    going_on_matters: bool,
}

/// Pairs that tell people what a file allows, and how they are called.
const SHOWN: [(char, char, &str); 6] = [
    ('a', '\n', "letter | line feed"),
    ('.', '\n', "punctuation | line feed"),
    ('\n', 'a', "line feed | letter"),
    ('a', ' ', "letter | space"),
    ('.', ' ', "punctuation | space"),
    ('a', '.', "letter | punctuation"),
];

impl TokenizerEngine {
    /// Whether the ids of a piece that [`Self::split`] gave are those of its two parts before and behind a byte, in order, whatever the special-token
    /// policy. The part behind is then encoded as [`Position::GoesOn`]. False as well where a cut would be exact but that is not proved, and
    /// within a character.
    ///
    /// # Panics
    ///
    /// At the start and at the end of the piece, where there is nothing to cut.
    #[inline]
    pub fn cuts_at(&self, piece: &str, at: usize) -> bool {
        let bytes = piece.as_bytes();
        let (left, right) = (bytes[at - 1], bytes[at]);
        if left.is_ascii() && right.is_ascii() {
            let row = self.cut_rule().ascii[usize::from(left)];
            return row >> right & 1 == 1 && self.normalizer.works_apart(piece, at);
        }
        piece.is_char_boundary(at) && self.cuts_between_characters(piece, at)
    }

    fn cuts_between_characters(&self, piece: &str, at: usize) -> bool {
        let (before, behind) = piece.split_at(at);
        let pair = before.chars().next_back().zip(behind.chars().next());
        pair.is_some_and(|(left, right)| self.cuts_between(self.cut_rule(), left, right))
            && self.normalizer.works_apart(piece, at)
    }

    fn cuts_between(&self, rule: &CutRule, left: char, right: char) -> bool {
        let Some((left, right)) = self.normalizer.sides(left, right) else { return false };
        !rule.second_pass.crosses(left, right)
            && match rule.pre_tokenizer.border(left, right) {
                Border::Splits => true,
                Border::Joins(left, right) => self.engine.encodes_apart(left, right),
                Border::Unknown => false,
            }
    }

    /// The position that decides the ids of a piece: pieces whose positions are the same here have the same ids if they have the same text.
    pub fn deciding_position(&self, position: Position) -> Position {
        let rule = self.cut_rule();
        match position {
            Position::OpensInput if rule.opening_matters => position,
            Position::GoesOn if rule.going_on_matters => position,
            _ => Position::Inside,
        }
    }

    pub(crate) fn cut_rule(&self) -> &CutRule {
        self.cut_rule.get_or_init(|| {
            let pre_tokenizer = serde_json::to_value(self.pre_tokenizer.as_deref()).unwrap_or_default();
            // Behind an added token that ends at a cut a prefix space is due, which a text that goes on does not get.
            let goes_on = self.engine.kind() != EngineKind::Classic && self.added.of_second_pass().next().is_none();
            let mut rule = CutRule {
                first_pass: TokenReach::of(self.added.of_first_pass()),
                second_pass: TokenReach::of(self.added.of_second_pass()),
                pre_tokenizer: PreTokenizerCuts::of(&pre_tokenizer, goes_on),
                ascii: Box::new([0; ASCII]),
                opening_matters: has(&pre_tokenizer, "prepend_scheme", &Value::from("first")),
                going_on_matters: self.normalizer.prepends()
                    || has(&pre_tokenizer, "add_prefix_space", &Value::from(true)),
            };
            let ascii = || (0..=127_u8).map(char::from);
            for (row, left) in ascii().enumerate() {
                let right = ascii().filter(|&right| self.cuts_between(&rule, left, right));
                rule.ascii[row] = right.fold(0, |bits, right| bits | 1 << u32::from(right));
            }
            rule
        })
    }

    /// Where text may be cut, for people.
    pub(crate) fn describe_cuts(&self) -> String {
        let rule = self.cut_rule();
        let shown = SHOWN.iter().filter(|&&(left, right, _)| self.cuts_between(rule, left, right));
        let shown: Vec<&str> = shown.map(|&(_, _, name)| name).collect();
        if shown.is_empty() { "nowhere".to_owned() } else { shown.join(", ") }
    }
}

/// Whether a component or one of its members has a field of this value.
fn has(component: &Value, field: &str, value: &Value) -> bool {
    match component {
        Value::Object(fields) => {
            fields.iter().any(|(name, inner)| name == field && inner == value || has(inner, field, value))
        }
        Value::Array(members) => members.iter().any(|member| has(member, field, value)),
        _ => false,
    }
}
