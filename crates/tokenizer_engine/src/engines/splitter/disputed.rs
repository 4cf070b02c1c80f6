use super::{Component, table};

/// Characters are grouped in pages of 256, so that the common case costs two loads.
const PAGE_BITS: u32 = 8;
const PAGE_CHARACTERS: usize = 1 << PAGE_BITS;
const PAGES: usize = 0x11_0000 >> PAGE_BITS;
const WORD_BITS: usize = u64::BITS as usize;

/// Bytes that are looked at together.
const RUN: usize = 64;

type Page = [u64; PAGE_CHARACTERS / WORD_BITS];

/// The characters that the native code of some components classifies otherwise than 0.23 does.
pub(crate) struct Disputed {
    /// The index of each page's bits; 0 for pages without any.
    pages: Box<[u16; PAGES]>,
    bits: Vec<Page>,
}

impl Disputed {
    /// The characters disputed for any of the components.
    pub(crate) fn of(components: &[Component]) -> Self {
        let mut disputed = Self { pages: Box::new([0; PAGES]), bits: vec![Page::default()] };
        for &component in components {
            for &(first, last) in table::disputed_ranges(component) {
                (first..=last).for_each(|code_point| disputed.insert(code_point));
            }
        }
        disputed
    }

    /// Whether a text holds a disputed character.
    pub(crate) fn occurs_in(&self, text: &str) -> bool {
        if self.bits.len() == 1 {
            return false;
        }
        // No table disagrees on ASCII, and `is_ascii` runs over it many bytes at a time.
        let mut runs = text.as_bytes().chunks(RUN).enumerate().filter(|(_, run)| !run.is_ascii());
        runs.any(|(number, run)| {
            // A character belongs to the run in which it begins.
            let (start, end) = (number * RUN, number * RUN + run.len());
            let run = &text[text.ceil_char_boundary(start)..text.ceil_char_boundary(end)];
            run.chars().any(|character| self.contains(character))
        })
    }

    fn insert(&mut self, code_point: u32) {
        let (page, word, bit) = place(code_point);
        if self.pages[page] == 0 {
            self.pages[page] = u16::try_from(self.bits.len()).unwrap_or(u16::MAX);
            self.bits.push(Page::default());
        }
        self.bits[usize::from(self.pages[page])][word] |= bit;
    }

    fn contains(&self, character: char) -> bool {
        let (page, word, bit) = place(character.into());
        self.bits[usize::from(self.pages[page])][word] & bit != 0
    }
}

fn place(code_point: u32) -> (usize, usize, u64) {
    let in_page = code_point as usize % PAGE_CHARACTERS;
    ((code_point >> PAGE_BITS) as usize, in_page / WORD_BITS, 1 << (in_page % WORD_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_the_ranges_of_every_component() {
        let components = [Component::Bert, Component::Whitespace, Component::DeepSeek];
        let disputed = Disputed::of(&components);
        let ranges: Vec<_> = components.iter().flat_map(|&component| table::disputed_ranges(component)).collect();
        for character in '\0'..=char::MAX {
            let expected = ranges.iter().any(|(first, last)| (*first..=*last).contains(&character.into()));
            assert_eq!(disputed.contains(character), expected, "U+{:04X}", u32::from(character));
            assert!(!expected || !character.is_ascii());
        }
    }

    #[test]
    fn finds_a_disputed_character_in_a_text() {
        let disputed = Disputed::of(&[Component::Bert]);
        assert!(disputed.occurs_in("a\u{61d}b"));
        assert!(!disputed.occurs_in("plain, and naïve 你好"));
        assert!(!Disputed::of(&[]).occurs_in("a\u{61d}b"));
    }
}
