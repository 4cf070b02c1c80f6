use crate::error::{Error, Result};

/// The best way to reach each end within a word.
#[derive(Default)]
pub(crate) struct BestPath {
    nodes: Vec<Node>,
}

/// The last token of the best way to an end.
#[derive(Clone, Copy)]
struct Node {
    score: f64,
    start: u32,
    id: u32,
}

/// An end that no token reaches, such as one within a character.
const UNREACHED: u32 = u32::MAX;

impl BestPath {
    /// Begins a word of this many bytes.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`] when the table cannot be allocated.
    pub(super) fn begin(&mut self, bytes: usize) -> Result<()> {
        self.nodes.clear();
        let length = bytes + 1;
        let needed = length.saturating_mul(size_of::<Node>());
        self.nodes.try_reserve(length).map_err(|_| Error::OutOfMemory { bytes: needed })?;
        self.nodes.resize(length, Node { score: 0.0, start: UNREACHED, id: 0 });
        Ok(())
    }

    /// Offers a token as the last one before `end`. Only a higher sum replaces what is there.
    #[inline]
    pub(super) fn offer(&mut self, start: usize, end: usize, id: u32, score: f64) {
        let sum = score + self.nodes[start].score;
        let node = &mut self.nodes[end];
        if node.start == UNREACHED || sum > node.score {
            *node = Node { score: sum, start: u32::try_from(start).unwrap_or(UNREACHED), id };
        }
    }

    /// The tokens of the best way to the end of the word, last one first, as start, end and id.
    pub(super) fn backwards(&self) -> impl Iterator<Item = (usize, usize, u32)> {
        let mut end = self.nodes.len().saturating_sub(1);
        std::iter::from_fn(move || {
            let node = self.nodes.get(end).filter(|node| end > 0 && node.start != UNREACHED)?;
            let token = (node.start as usize, end, node.id);
            end = token.0;
            Some(token)
        })
    }

    /// A word of a megabyte is rare; its table is not kept for the next one.
    pub(super) fn shrink(&mut self) {
        const KEPT_NODES: usize = 1 << 16;
        if self.nodes.capacity() > KEPT_NODES {
            self.nodes = Vec::new();
        }
    }
}
