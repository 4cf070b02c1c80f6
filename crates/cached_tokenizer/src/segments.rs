use std::{collections::HashMap, sync::Arc};

use segment_cache::{Lookup, Mark, Segment, SegmentCache, Vacancy};
use tokenizer_engine::{Fragment, Position, Result, SpecialTokens, TokenizerEngine};

use crate::{cutter::Cutter, helpers::for_each_with_help, tokenizer::CachedTokenizer};

/// From this many bytes of text on, help is asked for: a thread takes longer to start than a small text to encode.
const HELPED_FROM: usize = 64 << 10;
/// Bytes of text for each thread, so that none is started for a few words.
const FOR_EACH_HELPER: usize = 32 << 10;
/// Text that waits to be encoded together; it bounds what is held at once for a huge input that is new.
const MOST_WAITING: usize = 1 << 20;

impl CachedTokenizer {
    /// Calls `each` with the core ids of every segment, in order. Segments that are in the cache are not encoded; the others are encoded once,
    /// several at a time where that pays, and cached.
    pub(crate) fn for_each_segment(
        &self,
        text: &str,
        special_tokens: SpecialTokens,
        mut each: impl FnMut(&[u32]) -> Result<()>,
    ) -> Result<()> {
        let mut fragments = Vec::new();
        self.engine.split(text, special_tokens, &mut fragments);
        let Some(cache) = self.cache.as_deref() else {
            return self.for_each_piece(fragments, special_tokens, each);
        };
        let mut segments = Segments::new(self, cache, special_tokens, text.len() >= HELPED_FROM);
        for fragment in fragments {
            match fragment {
                Fragment::Token { id, .. } => segments.token(id, &mut each)?,
                Fragment::Text { text, start } => {
                    for (segment, position) in Cutter::new(&self.engine, text, position_of(start)) {
                        segments.text(segment, position, &mut each)?;
                    }
                }
            }
        }
        segments.settle(&mut each)
    }

    /// The plain way, without a cache: piece by piece.
    fn for_each_piece(
        &self,
        fragments: Vec<Fragment<'_>>,
        special_tokens: SpecialTokens,
        mut each: impl FnMut(&[u32]) -> Result<()>,
    ) -> Result<()> {
        let mut ids = Vec::new();
        for fragment in fragments {
            ids.clear();
            match fragment {
                Fragment::Token { id, .. } => ids.push(id),
                Fragment::Text { text, start } => {
                    self.engine.encode_piece(text, position_of(start), special_tokens, &mut ids)?;
                }
            }
            each(&ids)?;
        }
        Ok(())
    }
}

/// What tells apart segments of equal text: their position, if that matters, and the policy, if it decides within a segment.
fn mark(engine: &TokenizerEngine, position: Position, special_tokens: SpecialTokens) -> Mark {
    let position = match engine.deciding_position(position) {
        Position::Inside => 0,
        Position::OpensInput => 1,
        Position::GoesOn => 2,
    };
    let policy = match special_tokens {
        _ if !engine.pieces_depend_on_policy() => 0,
        SpecialTokens::Match | SpecialTokens::Reject => 0,
        SpecialTokens::Text => 1,
        SpecialTokens::Literal => 2,
    };
    Mark(position | policy << 2)
}

fn position_of(start: usize) -> Position {
    if start == 0 { Position::OpensInput } else { Position::Inside }
}

/// The segments of one text on their way to ids.
///
/// Without help each is looked up, encoded if it is missing, and handed on. With help, missing segments wait until there are enough of
/// them to be encoded together, and whatever comes behind a waiting one waits too.
struct Segments<'call, 'text> {
    tokenizer: &'call CachedTokenizer,
    cache: &'call SegmentCache,
    special_tokens: SpecialTokens,
    is_helped: bool,
    waiting: Vec<Waiting>,
    missing: Vec<Missing<'call, 'text>>,
    missing_bytes: usize,
    /// The missing segments by text and mark, so that one that comes again while the first waits is encoded once.
    places: HashMap<(&'text str, Mark), usize>,
    /// A buffer for the ids of one segment.
    ids: Vec<u32>,
}

enum Waiting {
    Token(u32),
    Found(Arc<Segment>),
    /// By its place among the missing ones.
    Missing(usize),
}

/// A segment to be encoded.
struct Missing<'call, 'text> {
    text: &'text str,
    position: Position,
    vacancy: Option<Vacancy<'call>>,
    ids: Result<Vec<u32>>,
}

impl<'call, 'text> Segments<'call, 'text> {
    fn new(
        tokenizer: &'call CachedTokenizer,
        cache: &'call SegmentCache,
        special_tokens: SpecialTokens,
        is_helped: bool,
    ) -> Self {
        Self {
            tokenizer,
            cache,
            special_tokens,
            is_helped,
            waiting: Vec::new(),
            missing: Vec::new(),
            missing_bytes: 0,
            places: HashMap::new(),
            ids: Vec::new(),
        }
    }

    fn token(&mut self, id: u32, each: &mut impl FnMut(&[u32]) -> Result<()>) -> Result<()> {
        if self.waiting.is_empty() {
            return each(&[id]);
        }
        self.waiting.push(Waiting::Token(id));
        Ok(())
    }

    fn text(
        &mut self,
        text: &'text str,
        position: Position,
        each: &mut impl FnMut(&[u32]) -> Result<()>,
    ) -> Result<()> {
        let mark = mark(&self.tokenizer.engine, position, self.special_tokens);
        if !self.places.is_empty()
            && let Some(&place) = self.places.get(&(text, mark))
        {
            self.cache.count_hit(text.len());
            self.waiting.push(Waiting::Missing(place));
            return Ok(());
        }
        match self.cache.lookup(text, mark) {
            Lookup::Hit(segment) if self.waiting.is_empty() => each(segment.ids()),
            Lookup::Hit(segment) => {
                self.waiting.push(Waiting::Found(segment));
                Ok(())
            }
            Lookup::Miss(vacancy) if self.is_helped => {
                self.places.insert((text, mark), self.missing.len());
                self.waiting.push(Waiting::Missing(self.missing.len()));
                self.missing.push(Missing { text, position, vacancy: Some(vacancy), ids: Ok(Vec::new()) });
                self.missing_bytes += text.len();
                if self.missing_bytes < MOST_WAITING { Ok(()) } else { self.settle(each) }
            }
            Lookup::Miss(vacancy) => {
                self.ids.clear();
                self.tokenizer.engine.encode_piece(text, position, self.special_tokens, &mut self.ids)?;
                vacancy.fill(text, &self.ids);
                each(&self.ids)
            }
        }
    }

    /// Encodes what is missing, and hands on all that waits.
    fn settle(&mut self, each: &mut impl FnMut(&[u32]) -> Result<()>) -> Result<()> {
        let helpers = self.missing_bytes / FOR_EACH_HELPER;
        let (engine, special_tokens) = (&self.tokenizer.engine, self.special_tokens);
        for_each_with_help(&mut self.missing, helpers, |missing| {
            let mut ids = Vec::new();
            let encoded = engine.encode_piece(missing.text, missing.position, special_tokens, &mut ids);
            if encoded.is_ok()
                && let Some(vacancy) = missing.vacancy.take()
            {
                vacancy.fill(missing.text, &ids);
            }
            missing.ids = encoded.map(|()| ids);
        });
        for waiting in self.waiting.drain(..) {
            match waiting {
                Waiting::Token(id) => each(&[id])?,
                Waiting::Found(segment) => each(segment.ids())?,
                Waiting::Missing(place) => match &mut self.missing[place].ids {
                    Ok(ids) => each(ids)?,
                    // The first that fails ends the call, so that nothing asks for this one again.
                    failed @ Err(_) => return std::mem::replace(failed, Ok(Vec::new())).map(drop),
                },
            }
        }
        self.places.clear();
        self.missing.clear();
        self.missing_bytes = 0;
        Ok(())
    }
}
