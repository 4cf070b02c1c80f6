use std::ops::Range;

use super::stable_chars::StableChars;

/// The parts of a text that a normalizer may change: each with one stable character on either side, as far as there is one, so that
/// everything between two islands stays as it is and each island can be normalized by itself.
pub(super) struct Islands<'text> {
    text: &'text str,
    stable: &'text StableChars,
    from: usize,
}

impl<'text> Islands<'text> {
    pub(super) fn new(text: &'text str, stable: &'text StableChars) -> Self {
        Self { text, stable, from: 0 }
    }
}

impl Iterator for Islands<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let mut rest = self.text.get(self.from..)?.char_indices();
        let mut start = self.from;
        loop {
            let (offset, character) = rest.next()?;
            if !self.stable.contains(character) {
                break;
            }
            start = self.from + offset;
        }
        // Until two stable characters follow each other; the island keeps the first of them.
        let mut before_is_stable = false;
        let end = rest.find_map(|(offset, character)| {
            let is_stable = self.stable.contains(character);
            let ends = is_stable && before_is_stable;
            before_is_stable = is_stable;
            ends.then_some(self.from + offset)
        });
        self.from = end.unwrap_or(self.text.len());
        Some(start..self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_island_keeps_a_stable_character_on_either_side() {
        let nfc = StableChars::of(&serde_json::from_str(r#"{"type":"NFC"}"#).unwrap()).unwrap();
        let islands = |text: &str| Islands::new(text, &nfc).map(|island| text[island].to_owned()).collect::<Vec<_>>();
        assert_eq!(islands("plain é 世界"), [""; 0]);
        assert_eq!(islands("see\u{301}xyz"), ["e\u{301}x"]);
        assert_eq!(islands("\u{301}e\u{301}e\u{301} ab"), ["\u{301}e\u{301}e\u{301} "]);
        assert_eq!(islands("ae\u{301}bcde\u{301}"), ["e\u{301}b", "e\u{301}"]);
    }
}
