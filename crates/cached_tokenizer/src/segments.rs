use std::{collections::HashMap, sync::Arc};

use foldhash::fast::RandomState;
use segment_cache::{Lookup, Mark, Segment, SegmentCache, Vacancy};
use tokenizer_engine::{Fragment, Position, Result, SpecialTokens, TokenizerEngine};

use crate::{cutter::Cutter, helpers::for_each_with_help, tokenizer::CachedTokenizer};

/// Bytes of text for each thread that helps: starting one takes as long as encoding a few kB.
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
        let mut segments = Segments::new(self, cache, special_tokens);
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

    /// Where the segments of a text end, in bytes, as they are looked up when there is a cache; added tokens count as segments of their own.
    pub fn segment_ends(&self, text: &str, special_tokens: SpecialTokens) -> Vec<usize> {
        let mut fragments = Vec::new();
        self.engine.split(text, special_tokens, &mut fragments);
        let mut ends = Vec::new();
        for fragment in fragments {
            match fragment {
                Fragment::Token { end, .. } => ends.push(end),
                Fragment::Text { text, start } => {
                    let mut end = start;
                    for (segment, _) in Cutter::new(&self.engine, text, position_of(start)) {
                        end += segment.len();
                        ends.push(end);
                    }
                }
            }
        }
        ends
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
/// Those that are found are handed on at once. Missing ones wait until the text ends, or until there are many, to be encoded together and put into
/// the cache together, and whatever comes behind a waiting one waits too.
struct Segments<'call, 'text> {
    tokenizer: &'call CachedTokenizer,
    cache: &'call SegmentCache,
    special_tokens: SpecialTokens,
    waiting: Vec<Waiting>,
    missing: Vec<Missing<'call, 'text>>,
    missing_bytes: usize,
    /// The missing segments by text and mark, so that one that comes again while the first waits is encoded once.
    places: HashMap<(&'text str, Mark), usize, RandomState>,
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
    vacancy: Vacancy<'call>,
    ids: Result<Vec<u32>>,
}

impl<'call, 'text> Segments<'call, 'text> {
    fn new(tokenizer: &'call CachedTokenizer, cache: &'call SegmentCache, special_tokens: SpecialTokens) -> Self {
        Self {
            tokenizer,
            cache,
            special_tokens,
            waiting: Vec::new(),
            missing: Vec::new(),
            missing_bytes: 0,
            places: HashMap::default(),
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
            Lookup::Miss(vacancy) => {
                self.places.insert((text, mark), self.missing.len());
                self.waiting.push(Waiting::Missing(self.missing.len()));
                self.missing.push(Missing { text, position, vacancy, ids: Ok(Vec::new()) });
                self.missing_bytes += text.len();
                if self.missing_bytes < MOST_WAITING { Ok(()) } else { self.settle(each) }
            }
        }
    }

    /// Encodes what is missing, and hands on all that waits.
    fn settle(&mut self, each: &mut impl FnMut(&[u32]) -> Result<()>) -> Result<()> {
        let (engine, special_tokens) = (&self.tokenizer.engine, self.special_tokens);
        for_each_with_help(&mut self.missing, self.missing_bytes / FOR_EACH_HELPER, |missing| {
            let mut ids = Vec::new();
            let encoded = engine.encode_piece(missing.text, missing.position, special_tokens, &mut ids);
            missing.ids = encoded.map(|()| ids);
        });
        let encoded = self.missing.iter().filter_map(|missing| Some((missing, missing.ids.as_deref().ok()?)));
        self.cache.fill_all(encoded.map(|(missing, ids)| (&missing.vacancy, missing.text, ids)));
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
