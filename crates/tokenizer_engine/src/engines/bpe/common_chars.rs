//! The characters that most text consists of, as small numbers: what is asked for each character of a text is then one load from a small
//! table, and only rare characters need a hash table.

use std::collections::HashMap;

use foldhash::fast::RandomState;

/// One more than the largest number.
pub(super) const COMMON: usize = 0x200;

/// The mark that stands for a space in nearly all files of this kind takes the number of a rare Latin letter.
const SPACE_MARK: char = '\u{2581}';
const SPACE_MARK_NUMBER: usize = COMMON - 1;

/// The number of a common character: Latin letters and what comes before them, and the space mark.
#[inline]
pub(super) fn number_of(character: char) -> Option<usize> {
    let code_point = character as usize;
    if code_point < SPACE_MARK_NUMBER {
        return Some(code_point);
    }
    (character == SPACE_MARK).then_some(SPACE_MARK_NUMBER)
}

/// From characters to ids.
pub(super) struct CharIds {
    common: Box<[Option<u32>; COMMON]>,
    others: HashMap<char, u32, RandomState>,
}

impl CharIds {
    pub(super) fn new(ids: impl Iterator<Item = (char, u32)>) -> Self {
        let mut chars = Self { common: Box::new([None; COMMON]), others: HashMap::default() };
        for (character, id) in ids {
            match number_of(character) {
                Some(number) => chars.common[number] = Some(id),
                None => {
                    chars.others.insert(character, id);
                }
            }
        }
        chars
    }

    #[inline]
    pub(super) fn get(&self, character: char) -> Option<u32> {
        match number_of(character) {
            Some(number) => self.common[number],
            None => self.others.get(&character).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_its_own_id() {
        let ids = CharIds::new(['a', 'é', '\u{1ff}', '▁', '你'].into_iter().zip(0..));
        assert_eq!(
            ['a', 'é', '\u{1ff}', '▁', '你', 'b', '好'].map(|c| ids.get(c)),
            [Some(0), Some(1), Some(2), Some(3), Some(4), None, None]
        );
    }
}
