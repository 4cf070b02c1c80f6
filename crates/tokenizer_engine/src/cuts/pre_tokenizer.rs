use serde_json::Value;

use super::character::{is_known, is_mark, is_space, is_word};
use crate::engines::{Component, components, deepseek_members};

/// What a pre-tokenizer does between two neighbouring characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Border {
    /// A pre-token ends there, whatever stands further on either side, and the text behind it is split as if it stood alone.
    Splits,
    /// The pre-tokens are those of both sides alone, but that the last one before and the first one behind are one. They meet with these
    /// characters.
    Joins(char, char),
    /// Nothing is known.
    Unknown,
}

/// The members of a pre-tokenizer, as far as it matters for cuts.
#[derive(Debug)]
pub(crate) struct PreTokenizerCuts {
    steps: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    /// A regex of the GPT family that matches everywhere.
    Grammar {
        /// White space that ends in line feeds is one pre-token, and what comes behind it begins the next.
        ends_lines: bool,
    },
    Digits,
    Punctuation {
        /// Each mark is a pre-token; otherwise runs of marks are.
        isolates: bool,
    },
    Bert,
    /// `\w+|[^\w\s]+`.
    Whitespace,
    WhitespaceSplit,
    Delimiter(char),
    /// A search for a string.
    Text(String),
    Metaspace {
        mark: char,
        always_prepends: bool,
        splits: bool,
    },
    /// `ByteLevel` without its regex.
    Bytes,
    /// Puts a space before what does not begin with one.
    PrefixSpace,
    Opaque,
}

impl PreTokenizerCuts {
    /// Reads a pre-tokenizer as 0.23 serializes it. `goes_on` tells that the engine can leave out the prefix space of `ByteLevel` where a text goes on.
    pub(crate) fn of(pre_tokenizer: &Value, goes_on: bool) -> Self {
        let mut steps = Vec::new();
        match pre_tokenizer.get("pretokenizers").and_then(Value::as_array) {
            Some(members) => {
                let rest = &members[deepseek_members(members)..];
                if rest.len() < members.len() {
                    steps.push(Step::Grammar { ends_lines: true });
                }
                for member in rest {
                    push_steps(&mut steps, member, false);
                }
            }
            None => push_steps(&mut steps, pre_tokenizer, goes_on),
        }
        Self { steps }
    }

    /// What happens between two neighbouring characters of normalized text.
    pub(crate) fn border(&self, mut left: char, mut right: char) -> Border {
        for (number, step) in self.steps.iter().enumerate() {
            match step.border(left, right) {
                Border::Joins(..) if matches!(step, Step::Bytes) && number + 1 < self.steps.len() => {
                    // What follows sees the byte alphabet.
                    return Border::Unknown;
                }
                Border::Joins(new_left, new_right) => (left, right) = (new_left, new_right),
                border => return border,
            }
        }
        Border::Joins(left, right)
    }
}

fn push_steps(steps: &mut Vec<Step>, member: &Value, goes_on: bool) {
    let text = |name: &str| member.get(name).and_then(Value::as_str);
    let flag = |name: &str| member.get(name).and_then(Value::as_bool).unwrap_or(true);
    let only_char = |name: &str| text(name).and_then(|text| text.parse::<char>().ok());
    let kind = text("type").unwrap_or_default();
    if kind == "ByteLevel" && flag("add_prefix_space") && !goes_on {
        steps.push(Step::PrefixSpace);
    }
    steps.push(match kind {
        "" if member.is_null() => return,
        "ByteLevel" if flag("use_regex") => Step::Grammar { ends_lines: false },
        "ByteLevel" => Step::Bytes,
        "Split" => split_step(member),
        "Digits" => Step::Digits,
        "Punctuation" => match text("behavior") {
            Some("Isolated" | "Removed") => Step::Punctuation { isolates: true },
            Some("Contiguous") => Step::Punctuation { isolates: false },
            _ => Step::Opaque,
        },
        "BertPreTokenizer" => Step::Bert,
        "Whitespace" => Step::Whitespace,
        "WhitespaceSplit" => Step::WhitespaceSplit,
        "CharDelimiterSplit" => only_char("delimiter").map_or(Step::Opaque, Step::Delimiter),
        "Metaspace" => only_char("replacement").map_or(Step::Opaque, |mark| Step::Metaspace {
            mark,
            // `first` looks at where the input begins, and the part behind a cut does not begin there.
            always_prepends: !matches!(text("prepend_scheme"), Some("never" | "first")),
            splits: flag("split"),
        }),
        _ => Step::Opaque,
    });
}

fn split_step(split: &Value) -> Step {
    let pattern = split.get("pattern");
    if let Some(text) = pattern.and_then(|pattern| pattern.get("String")).and_then(Value::as_str) {
        return if text.is_empty() { Step::Opaque } else { Step::Text(text.to_owned()) };
    }
    match components(split).as_deref() {
        Ok([Component::Gpt2]) => Step::Grammar { ends_lines: false },
        Ok([Component::Cl100k | Component::Qwen | Component::O200k | Component::Tekken | Component::Kimi]) => {
            Step::Grammar { ends_lines: true }
        }
        _ => Step::Opaque,
    }
}

impl Step {
    fn border(&self, left: char, right: char) -> Border {
        let joins = Border::Joins(left, right);
        let splits_if = |splits: bool| if splits { Border::Splits } else { joins };
        if self.knows_kinds() && !(is_known(left) && is_known(right)) {
            return Border::Unknown;
        }
        match self {
            Self::Grammar { ends_lines } => {
                if grammar_splits(*ends_lines, left, right) {
                    Border::Splits
                } else {
                    Border::Unknown
                }
            }
            Self::Digits => splits_if(left.is_ascii_digit() != right.is_ascii_digit()),
            Self::Punctuation { isolates } => {
                let marks = (is_mark(left), is_mark(right));
                splits_if(marks.0 != marks.1 || *isolates && marks.0)
            }
            Self::Bert => splits_if([left, right].into_iter().any(|c| is_space(c) || is_mark(c))),
            Self::Whitespace => {
                let is_of_word = |character| is_word(character) || character == '_';
                splits_if(is_space(left) || is_space(right) || is_of_word(left) != is_of_word(right))
            }
            Self::WhitespaceSplit => splits_if(is_space(left) || is_space(right)),
            Self::Delimiter(delimiter) => splits_if(left == *delimiter || right == *delimiter),
            Self::Text(text) if !reaches(text, left, right) => joins,
            Self::Metaspace { mark, always_prepends, splits } => {
                let spaced = |character| if character == ' ' { *mark } else { character };
                let (left, right) = (spaced(left), spaced(right));
                match right == *mark {
                    true if *splits => Border::Splits,
                    false if *always_prepends => Border::Unknown,
                    _ => Border::Joins(left, right),
                }
            }
            Self::Bytes => joins,
            Self::PrefixSpace if right == ' ' => joins,
            Self::Text(_) | Self::PrefixSpace | Self::Opaque => Border::Unknown,
        }
    }

    /// Whether the step tells characters by their kind.
    fn knows_kinds(&self) -> bool {
        matches!(
            self,
            Self::Grammar { .. }
                | Self::Digits
                | Self::Punctuation { .. }
                | Self::Bert
                | Self::Whitespace
                | Self::WhitespaceSplit
        )
    }
}

/// Whether every regex of the GPT family ends a pre-token between two known characters.
///
/// None of them looks back, and the only look ahead is that of `\s+(?!\S)` behind white space. So the text behind a place where a match ends is
/// split as if it stood alone, and the text before it is, unless it ends in white space.
///
/// * Behind a letter or digit, all matches that can hold it are runs of letters or digits, which end before anything else; but an apostrophe may
///   go on as a contraction.
/// * Behind anything visible, all matches end before a space or tab: only the first character of a match can be one.
/// * Behind anything visible, those of GPT-2 end before a line end too; the others may take it along.
/// * Behind a line feed: the others take white space that holds line feeds as one match up to its last line feed, by `\s*[\r\n]+` or at
///   the end of punctuation, and none goes on behind it with anything visible but a slash. GPT-2's leave the last character of white space to the
///   next match, and would not at the end of a text.
fn grammar_splits(ends_lines: bool, left: char, right: char) -> bool {
    let is_visible = |character| is_word(character) || is_mark(character);
    if is_word(left) {
        return !is_word(right) && right != '\'';
    }
    match (left, right) {
        (_, ' ' | '\t') => is_visible(left),
        (_, '\r' | '\n') => is_visible(left) && !ends_lines,
        ('\n', _) => ends_lines && is_visible(right) && right != '/',
        _ => false,
    }
}

/// Whether finding a string depends on both sides of a border, or replacing it changes the characters there.
pub(crate) fn reaches(text: &str, left: char, right: char) -> bool {
    let pairs = text.chars().zip(text.chars().skip(1));
    text.ends_with(left) || text.starts_with(right) || pairs.into_iter().any(|pair| pair == (left, right))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn border(pre_tokenizer: &Value, left: char, right: char) -> Border {
        PreTokenizerCuts::of(pre_tokenizer, true).border(left, right)
    }

    #[test]
    fn the_regexes_of_gpt_end_words_before_anything_else() {
        for regex in [bitcannon::regexes::GPT2, bitcannon::regexes::CL100K, bitcannon::regexes::O200K] {
            let split =
                json!({ "type": "Split", "pattern": { "Regex": regex }, "behavior": "Isolated", "invert": false });
            for right in [' ', '\n', '\r', '.', '_', '。'] {
                assert_eq!(border(&split, 'a', right), Border::Splits, "{regex} {right:?}");
                assert_eq!(border(&split, '界', right), Border::Splits, "{regex} {right:?}");
            }
            for (left, right) in [('a', '\''), ('a', 'b'), ('\n', ' '), ('.', '.'), ('a', '\u{301}'), ('\u{301}', ' ')]
            {
                assert_eq!(border(&split, left, right), Border::Unknown, "{regex} {left:?} {right:?}");
            }
            let is_gpt2 = regex == bitcannon::regexes::GPT2;
            assert_eq!(border(&split, '.', '\n') == Border::Splits, is_gpt2);
            assert_eq!(border(&split, '\n', 'a') == Border::Splits, !is_gpt2);
            assert_eq!(border(&split, '\n', '/'), Border::Unknown);
        }
    }

    #[test]
    fn a_sequence_splits_where_its_first_member_does_that_does_not_join() {
        let falcon = json!({ "type": "Sequence", "pretokenizers": [
            { "type": "Punctuation", "behavior": "Contiguous" },
            { "type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true },
            { "type": "Digits", "individual_digits": false },
        ]});
        assert_eq!(border(&falcon, 'a', '.'), Border::Splits);
        assert_eq!(border(&falcon, 'a', ' '), Border::Splits);
        assert_eq!(border(&falcon, '.', '.'), Border::Unknown);
        let t5 = json!({ "type": "Sequence", "pretokenizers": [
            { "type": "WhitespaceSplit" },
            { "type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true },
        ]});
        assert_eq!(border(&t5, '.', '\n'), Border::Splits);
        assert_eq!(border(&t5, 'a', '.'), Border::Unknown);
        assert_eq!(border(&t5, 'a', '▁'), Border::Unknown);
    }

    #[test]
    fn metaspace_splits_at_spaces_and_puts_its_mark_before_other_parts() {
        let metaspace = |scheme: &str, split: bool| json!({ "type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split });
        assert_eq!(border(&metaspace("always", true), 'a', ' '), Border::Splits);
        assert_eq!(border(&metaspace("always", true), 'a', '.'), Border::Unknown);
        assert_eq!(border(&metaspace("first", true), 'a', '.'), Border::Joins('a', '.'));
        assert_eq!(border(&metaspace("first", false), ' ', ' '), Border::Joins('▁', '▁'));
        assert_eq!(border(&metaspace("never", false), ' ', 'a'), Border::Joins('▁', 'a'));
    }

    #[test]
    fn a_search_for_a_string_joins_what_it_does_not_reach() {
        let split =
            json!({ "type": "Split", "pattern": { "String": "abc" }, "behavior": "MergedWithNext", "invert": false });
        for (left, right) in [('a', 'b'), ('b', 'c'), ('c', 'x'), ('x', 'a')] {
            assert_eq!(border(&split, left, right), Border::Unknown);
        }
        assert_eq!(border(&split, 'b', 'b'), Border::Joins('b', 'b'));
        assert_eq!(border(&Value::Null, 'a', 'b'), Border::Joins('a', 'b'));
    }

    #[test]
    fn a_prefix_space_goes_before_a_part_that_does_not_begin_with_one() {
        let byte_level =
            json!({ "type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true });
        assert_eq!(PreTokenizerCuts::of(&byte_level, false).border('a', '\n'), Border::Unknown);
        assert_eq!(PreTokenizerCuts::of(&byte_level, false).border('a', ' '), Border::Splits);
        assert_eq!(PreTokenizerCuts::of(&byte_level, true).border('a', '\n'), Border::Splits);
    }
}
