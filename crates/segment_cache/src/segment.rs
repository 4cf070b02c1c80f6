use std::{fmt, mem::take, sync::Arc};

use crate::storage::{Block, Storage, segment_bytes};

/// Tells apart segments of equal text whose ids differ, because of where the text stands or how added tokens are treated.
///
/// The cache gives it no meaning: it is part of the key, and compared on every hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mark(pub u8);

/// One cached text with its core ids: before truncation, templates and padding.
pub struct Segment {
    /// The ids, and behind them the bytes of the text.
    block: Block,
    id_count: usize,
    text_bytes: usize,
    mark: Mark,
    /// Where the block goes when the segment does.
    storage: Arc<Storage>,
}

impl Segment {
    pub(crate) fn new(text: &str, mark: Mark, ids: &[u32], storage: &Arc<Storage>) -> Self {
        let (id_count, text_bytes) = (ids.len(), text.len());
        let words = words_of(text_bytes, id_count);
        let mut block = storage.take(words);
        block.extend_from_slice(ids);
        block.resize(words, 0);
        bytemuck::cast_slice_mut::<u32, u8>(&mut block[id_count..])[..text_bytes].copy_from_slice(text.as_bytes());
        Self { block, id_count, text_bytes, mark, storage: Arc::clone(storage) }
    }

    /// The text that was encoded, as UTF-8.
    pub fn text(&self) -> &str {
        str::from_utf8(self.bytes()).unwrap_or_default()
    }

    /// The core ids of the text.
    pub fn ids(&self) -> &[u32] {
        &self.block[..self.id_count]
    }

    fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.block[self.id_count..])[..self.text_bytes]
    }

    pub(crate) fn is(&self, text: &str, mark: Mark) -> bool {
        self.mark == mark && self.bytes() == text.as_bytes()
    }

    pub(crate) fn weight(&self) -> u64 {
        weight_of(self.text_bytes, self.id_count)
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        self.storage.give_back(take(&mut self.block), words_of(self.text_bytes, self.id_count));
    }
}

impl fmt::Debug for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Segment")
            .field("text", &self.text())
            .field("mark", &self.mark)
            .field("ids", &self.ids())
            .finish_non_exhaustive()
    }
}

fn words_of(text_bytes: usize, id_count: usize) -> usize {
    id_count.saturating_add(text_bytes.div_ceil(size_of::<u32>()))
}

/// The bytes an entry is charged with. Saturates, as a weigher that panics would poison moka's key.
pub(crate) fn weight_of(text_bytes: usize, id_count: usize) -> u64 {
    segment_bytes(words_of(text_bytes, id_count))
}

#[cfg(all(test, not(tokenwell_loom)))]
mod tests {
    use super::*;
    use crate::storage::SEGMENT_OVERHEAD_BYTES;

    fn segment(text: &str, mark: Mark, ids: &[u32]) -> Segment {
        Segment::new(text, mark, ids, &Storage::new(0))
    }

    #[test]
    fn holds_text_and_ids_of_any_length() {
        for (text, ids) in [("", &[][..]), ("a", &[1]), ("hello", &[1, 2]), ("né—😀", &[4, 5, 6, u32::MAX])] {
            let segment = segment(text, Mark(0), ids);
            assert_eq!((segment.text(), segment.ids()), (text, ids));
        }
    }

    #[test]
    fn weight_counts_the_block_and_overhead() {
        let text = "x".repeat(600);
        let weight = segment(&text, Mark(0), &[7; 150]).weight();
        assert!((1200 + SEGMENT_OVERHEAD_BYTES..1400 + SEGMENT_OVERHEAD_BYTES).contains(&weight), "{weight}");
    }

    #[test]
    fn weight_saturates_instead_of_overflowing() {
        assert_eq!(weight_of(usize::MAX, usize::MAX), u64::MAX);
    }

    #[test]
    fn a_segment_is_its_text_and_its_mark() {
        let segment = segment("hello", Mark(1), &[1]);
        assert!(segment.is("hello", Mark(1)));
        for (text, mark) in [("hello", Mark(0)), ("hellp", Mark(1)), ("hell", Mark(1)), ("hello\0", Mark(1))] {
            assert!(!segment.is(text, mark));
        }
    }
}
