use std::{collections::HashMap, sync::Arc};

use foldhash::fast::RandomState;
use segment_cache::{Lookup, Mark, Segment, SegmentCache, Vacancy};
use tokenizer_engine::{Fragment, Position, Result, SpecialTokens, TokenizerEngine};

use crate::{cutter::Cutter, helpers::for_each_with_help, tokenizer::CachedTokenizer};

/// Bytes of text for each thread that helps: starting one takes as long as encoding a few kB.
const FOR_EACH_HELPER: usize = 32 << 10;
/// Text that waits to be encoded together; it bounds what is held at once for a huge input that is new.
const MOST_WAITING: usize = 1 << 20;

/// A segment with its ids.
pub(crate) struct Encoded<'a> {
    pub(crate) ids: &'a [u32],
    /// Where it ends in the text, in bytes.
    pub(crate) end: usize,
    /// Where its text stands; none for an added token.
    pub(crate) position: Option<Position>,
}

impl CachedTokenizer {
    /// Calls `each` with every segment of a text, in order. Segments that are in the cache are not encoded; the others are encoded once, several
    /// at a time where that pays, and cached. `start` is where the text itself stands.
    pub(crate) fn for_each_segment(
        &self,
        text: &str,
        start: Position,
        special_tokens: SpecialTokens,
        mut each: impl FnMut(Encoded<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some(cache) = self.cache.as_deref() else {
            return self.for_each_stretch(text, start, special_tokens, each);
        };
        let mut segments = Segments::new(self, cache, special_tokens);
        for fragment in self.fragments(text, special_tokens) {
            match fragment {
                Fragment::Token { id, end, .. } => segments.token(id, end, &mut each)?,
                Fragment::Text { text, start: mut end } => {
                    for (segment, position) in Cutter::segments(&self.engine, text, position_of(end, start)) {
                        self.call.check()?;
                        end += segment.len();
                        segments.text(segment, position, end, &mut each)?;
                    }
                }
            }
        }
        segments.settle(&mut each)
    }

    /// Where the segments of a text end, in bytes, as they are looked up when there is a cache; added tokens count as segments of their own.
    pub fn segment_ends(&self, text: &str, special_tokens: SpecialTokens) -> Vec<usize> {
        let mut ends = Vec::new();
        for fragment in self.fragments(text, special_tokens) {
            match fragment {
                Fragment::Token { end, .. } => ends.push(end),
                Fragment::Text { text, start: mut end } => {
                    for (segment, _) in Cutter::segments(&self.engine, text, position_of(end, Position::OpensInput)) {
                        end += segment.len();
                        ends.push(end);
                    }
                }
            }
        }
        ends
    }

    /// The way without a cache: in stretches that are longer than segments, only to give way now and then and to see whether the call is cancelled.
    pub(crate) fn for_each_stretch(
        &self,
        text: &str,
        start: Position,
        special_tokens: SpecialTokens,
        mut each: impl FnMut(Encoded<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut ids = Vec::new();
        for fragment in self.fragments(text, special_tokens) {
            match fragment {
                Fragment::Token { id, end, .. } => each(Encoded { ids: &[id], end, position: None })?,
                Fragment::Text { text, start: mut end } => {
                    for (stretch, position) in Cutter::stretches(&self.engine, text, position_of(end, start)) {
                        self.call.check()?;
                        ids.clear();
                        self.engine.encode_piece(stretch, position, special_tokens, &mut ids)?;
                        end += stretch.len();
                        each(Encoded { ids: &ids, end, position: Some(position) })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn fragments<'text>(&self, text: &'text str, special_tokens: SpecialTokens) -> Vec<Fragment<'text>> {
        let mut fragments = Vec::new();
        self.engine.split(text, special_tokens, &mut fragments);
        fragments
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

/// Where a piece stands that begins at a byte of a text, which itself stands at `text`.
fn position_of(start: usize, text: Position) -> Position {
    if start == 0 { text } else { Position::Inside }
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

struct Waiting {
    ids: WaitingIds,
    end: usize,
    position: Option<Position>,
}

enum WaitingIds {
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

    fn token(&mut self, id: u32, end: usize, each: &mut impl FnMut(Encoded<'_>) -> Result<()>) -> Result<()> {
        if self.waiting.is_empty() {
            return each(Encoded { ids: &[id], end, position: None });
        }
        self.waiting.push(Waiting { ids: WaitingIds::Token(id), end, position: None });
        Ok(())
    }

    fn text(
        &mut self,
        text: &'text str,
        position: Position,
        end: usize,
        each: &mut impl FnMut(Encoded<'_>) -> Result<()>,
    ) -> Result<()> {
        let mark = mark(&self.tokenizer.engine, position, self.special_tokens);
        let ids = if let Some(&place) = self.places.get(&(text, mark)) {
            self.cache.count_hit(text.len());
            WaitingIds::Missing(place)
        } else {
            match self.cache.lookup(text, mark) {
                Lookup::Hit(segment) if self.waiting.is_empty() => {
                    return each(Encoded { ids: segment.ids(), end, position: Some(position) });
                }
                Lookup::Hit(segment) => WaitingIds::Found(segment),
                Lookup::Miss(vacancy) => self.miss(text, mark, position, vacancy),
            }
        };
        self.waiting.push(Waiting { ids, end, position: Some(position) });
        if self.missing_bytes < MOST_WAITING { Ok(()) } else { self.settle(each) }
    }

    fn miss(&mut self, text: &'text str, mark: Mark, position: Position, vacancy: Vacancy<'call>) -> WaitingIds {
        let place = self.missing.len();
        self.places.insert((text, mark), place);
        self.missing.push(Missing { text, position, vacancy, ids: Ok(Vec::new()) });
        self.missing_bytes += text.len();
        WaitingIds::Missing(place)
    }

    /// Encodes what is missing, and hands on all that waits.
    fn settle(&mut self, each: &mut impl FnMut(Encoded<'_>) -> Result<()>) -> Result<()> {
        self.encode_missing();
        for Waiting { ids, end, position } in self.waiting.drain(..) {
            let mut hand_on = |ids: &[u32]| each(Encoded { ids, end, position });
            match ids {
                WaitingIds::Token(id) => hand_on(&[id])?,
                WaitingIds::Found(segment) => hand_on(segment.ids())?,
                WaitingIds::Missing(place) => match &mut self.missing[place].ids {
                    Ok(ids) => hand_on(ids)?,
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

    fn encode_missing(&mut self) {
        let (tokenizer, special_tokens) = (self.tokenizer, self.special_tokens);
        for_each_with_help(&mut self.missing, self.missing_bytes / FOR_EACH_HELPER, |missing| {
            missing.ids = missing.encode(tokenizer, special_tokens);
        });
        // What was encoded before the call was cancelled is kept: others may want it.
        let encoded = self.missing.iter().filter_map(|missing| Some((missing, missing.ids.as_deref().ok()?)));
        let encoded = encoded.map(|(missing, ids)| (&missing.vacancy, missing.text, ids));
        if tokenizer.call.never_waits { self.cache.fill_some(encoded) } else { self.cache.fill_all(encoded) }
    }
}

impl Missing<'_, '_> {
    fn encode(&self, tokenizer: &CachedTokenizer, special_tokens: SpecialTokens) -> Result<Vec<u32>> {
        tokenizer.call.check()?;
        let mut ids = Vec::new();
        tokenizer.engine.encode_piece(self.text, self.position, special_tokens, &mut ids)?;
        Ok(ids)
    }
}
