use std::{borrow::Cow, mem::take};

use tokenizer_engine::{CUT_CONTEXT_BYTES, Error, Position, Result};

use crate::{call::CallSettings, options::CountOptions, tokenizer::CachedTokenizer};

/// Counts the tokens of a text that comes in stretches, without ever holding all of it.
///
/// What a stretch ends with may change with what follows, so each is counted up to the last segment behind which the text can be cut, and the rest
/// is kept for the next one. Where text can be cut nowhere, everything is kept.
///
/// ```
/// use cached_tokenizer::{CachedTokenizer, CountOptions, CountStream, TokenizerEngine};
///
/// let json = r#"{
///     "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2 } },
///     "pre_tokenizer": { "type": "Whitespace" }
/// }"#;
/// let tokenizer = CachedTokenizer::new(TokenizerEngine::from_json(json)?, None);
/// let mut stream = CountStream::new(&tokenizer, CountOptions::default());
/// assert!(stream.push("hello wor")? <= 2);
/// assert_eq!(stream.finish("ld")?, 2);
/// # Ok::<(), cached_tokenizer::Error>(())
/// ```
#[derive(Debug)]
pub struct CountStream {
    tokenizer: CachedTokenizer,
    options: CountOptions,
    settled: usize,
    /// What was pushed and is not counted yet.
    rest: String,
    start: Position,
}

impl CountStream {
    /// A stream that counts as the tokenizer does at this moment.
    pub fn new(tokenizer: &CachedTokenizer, options: CountOptions) -> Self {
        Self { tokenizer: tokenizer.clone(), options, settled: 0, rest: String::new(), start: Position::OpensInput }
    }

    /// How the next stretches are counted.
    pub fn set_call(&mut self, call: CallSettings) {
        self.tokenizer.call = call;
    }

    /// Takes the next stretch, and gives the number of tokens so far that nothing behind it can change.
    ///
    /// # Errors
    ///
    /// As [`CachedTokenizer::count`]; the stream is of no use then.
    pub fn push(&mut self, stretch: &str) -> Result<usize> {
        self.tokenizer.check_policy(self.options.special_tokens, [None, None])?;
        let text = self.joined(stretch)?;
        // What was kept was searched before, but for the characters at its end.
        let searched_from = text.len() - stretch.len();
        let unsearched = searched_from.saturating_sub(CUT_CONTEXT_BYTES)..text.len().saturating_sub(CUT_CONTEXT_BYTES);
        let cut = self.tokenizer.engine.last_text_cut(&text, unsearched);
        let settled = cut.map_or(Ok((0, 0)), |cut| self.count_to(&text, cut))?;
        self.keep(text, settled)
    }

    /// Takes the last stretch, and gives the number of tokens of the whole text, with those of the template if they are asked for.
    ///
    /// # Errors
    ///
    /// As [`Self::push`].
    pub fn finish(mut self, stretch: &str) -> Result<usize> {
        self.tokenizer.check_policy(self.options.special_tokens, [None, None])?;
        let text = self.joined(stretch)?;
        let mut count = self.settled + self.tokenizer.template_count(self.options)?;
        self.tokenizer.for_each_segment(&text, self.start, self.options.special_tokens, |segment| {
            count += segment.ids.len();
            Ok(())
        })?;
        Ok(count)
    }

    /// What was kept, and the new stretch.
    fn joined<'text>(&mut self, stretch: &'text str) -> Result<Cow<'text, str>> {
        if self.rest.is_empty() {
            return Ok(Cow::Borrowed(stretch));
        }
        let bytes = self.rest.len() + stretch.len();
        self.rest.try_reserve(stretch.len()).map_err(|_| Error::OutOfMemory { bytes })?;
        self.rest.push_str(stretch);
        Ok(Cow::Owned(take(&mut self.rest)))
    }

    /// Counts a text up to a cut, or rather up to the last end of a segment before it where there can be one: the segments are then those of the
    /// whole text, so that they are found again. Gives the tokens, and the bytes that they are of.
    fn count_to(&self, text: &str, cut: usize) -> Result<(usize, usize)> {
        let (mut count, mut settled) = (0, (0, 0));
        let engine = &self.tokenizer.engine;
        self.tokenizer.for_each_segment(&text[..cut], self.start, self.options.special_tokens, |segment| {
            count += segment.ids.len();
            if segment.end < cut && engine.cuts_text_at(text, segment.end) {
                settled = (count, segment.end);
            }
            Ok(())
        })?;
        Ok(if settled == (0, 0) { (count, cut) } else { settled })
    }

    fn keep(&mut self, text: Cow<'_, str>, (count, bytes): (usize, usize)) -> Result<usize> {
        if bytes > 0 {
            self.start = Position::GoesOn;
        }
        self.settled += count;
        match text {
            // Not copied: where text can be cut nowhere, all of it comes by here with each stretch.
            Cow::Owned(mut text) => {
                text.drain(..bytes);
                self.rest = text;
            }
            Cow::Borrowed(text) => {
                let rest = &text[bytes..];
                self.rest.try_reserve(rest.len()).map_err(|_| Error::OutOfMemory { bytes: rest.len() })?;
                self.rest.push_str(rest);
            }
        }
        Ok(self.settled)
    }
}
