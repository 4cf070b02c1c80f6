//! Where each token stands in the text.
//!
//! In byte-level BPE the bytes of the ids are those of the text, so their lengths say it all, unless a normalizer or a pre-tokenizer has
//! rewritten the text. Then 0.23's own strings, which remember for every byte where it came from, go through its normalizer and pre-tokenizer, and
//! the engine only gives the tokens of each pre-token. That costs some ten times as much as the ids alone.

use std::{borrow::Cow, cell::RefCell};

use tokenizers_classic::{
    Encoding, NormalizedString, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _, Token,
    normalizer::Range,
};

use crate::{
    added_tokens::{Fragment, SpecialTokens},
    engines::{Position, normalized_at},
    error::{Error, Result},
    post_processing::reads_tokens,
    reference_panic::catch_panic,
    tokenizer::TokenizerEngine,
    vocabulary::{ByteVocabulary, Vocabulary},
    words::{Offset, WordEnd, WordKind, Words},
};

impl TokenizerEngine {
    /// Encodes a whole text, with the place of each token in it and the places where its pre-tokens end.
    ///
    /// An offset covers whole characters: a token that begins or ends within one covers all of it. Of an added token it covers the white
    /// space that the token takes along.
    ///
    /// # Errors
    ///
    /// As [`Self::encode_words`].
    pub fn locate_words(&self, text: &str, special_tokens: SpecialTokens) -> Result<Words> {
        if u32::try_from(text.len()).is_err() {
            return Err(Error::encode(format!("a text of {} bytes has no offsets: they have 32 bits", text.len())));
        }
        let mut fragments = Vec::new();
        self.split(text, special_tokens, &mut fragments);
        let mut located = Located { words: Words::default(), spells: reads_tokens(self.post_processor.as_deref()) };
        for fragment in fragments {
            match fragment {
                Fragment::Token { id, start, end } => {
                    located.push_added(id, Offset::new(start, end), text.get(start..end));
                }
                Fragment::Text { text: piece, start } => {
                    let position = if start == 0 { Position::OpensInput } else { Position::Inside };
                    if !self.locate_by_bytes(piece, start, position, special_tokens, &mut located)? {
                        self.locate_by_reference(piece, start, position, special_tokens, &mut located)?;
                    }
                }
            }
        }
        Ok(located.words)
    }

    /// Locates a piece by the lengths of its tokens; false, with nothing located, where they do not say it.
    fn locate_by_bytes(
        &self,
        piece: &str,
        start: usize,
        position: Position,
        special_tokens: SpecialTokens,
        located: &mut Located,
    ) -> Result<bool> {
        let Vocabulary::Bytes(vocabulary) = &self.vocabulary else { return Ok(false) };
        if !self.engine.spells_text() || !matches!(self.normalizer.normalize(piece)?.text, Cow::Borrowed(_)) {
            return Ok(false);
        }
        let mut fragments = Vec::new();
        self.added.split_normalized(piece, special_tokens, &mut fragments);
        let mut parts = Vec::new();
        for fragment in &fragments {
            let mut words = Words::default();
            if let Fragment::Text { text, start } = fragment {
                let position = if *start == 0 { position } else { Position::Inside };
                self.engine.encode_words(text, position, &mut words)?;
                let spelled: usize = words.ids.iter().map(|&id| vocabulary.token(id).len()).sum();
                // Something was left out, by a pre-tokenizer that removes what it splits at, or because a word failed.
                if spelled != text.len() {
                    return Ok(false);
                }
            }
            parts.push(words);
        }
        for (fragment, words) in fragments.into_iter().zip(parts) {
            match fragment {
                Fragment::Token { id, start: from, end } => {
                    located.push_added(id, Offset::new(start + from, start + end), piece.get(from..end));
                }
                Fragment::Text { text, start: from } => located.push_bytes(text, start + from, words, vocabulary),
            }
        }
        Ok(true)
    }

    /// Locates a piece by 0.23's own normalizer and pre-tokenizer.
    fn locate_by_reference(
        &self,
        piece: &str,
        start: usize,
        position: Position,
        special_tokens: SpecialTokens,
        located: &mut Located,
    ) -> Result<()> {
        let Referenced { kinds, encoding, shift } = catch_panic(Error::encode, || {
            let normalized = normalized_at(piece, position);
            let shift = normalized.offsets_original().0;
            let mut pieces = PreTokenizedString::from(normalized);
            pieces.split(|_, piece| Ok(self.normalized_parts(piece, special_tokens)?)).map_err(Error::encode)?;
            if let Some(pre_tokenizer) = self.pre_tokenizer.as_deref() {
                pre_tokenizer.pre_tokenize(&mut pieces).map_err(Error::encode)?;
            }
            let splits = pieces.get_splits(OffsetReferential::Original, OffsetType::None);
            let is_added: Vec<bool> = splits.iter().map(|(_, _, tokens)| tokens.is_some()).collect();
            let failures = RefCell::new(Vec::new());
            pieces.tokenize(|word| Ok(self.tokenize_or_note(word, &failures))).map_err(Error::encode)?;
            let mut outcomes = failures.into_inner().into_iter();
            let kinds = is_added.into_iter().map(|is_added| {
                if is_added {
                    WordKind::AddedToken
                } else {
                    outcomes.next().flatten().map_or(WordKind::Text, |error| WordKind::Failed(Box::new(error)))
                }
            });
            let kinds = kinds.collect();
            let encoding = pieces.into_encoding(None, 0, OffsetType::Byte).map_err(Error::encode)?;
            Ok(Referenced { kinds, encoding, shift })
        })?;
        located.push_encoding(&encoding, kinds, |offset| (start + offset).saturating_sub(shift));
        Ok(())
    }

    /// A piece normalized and split at the added tokens that are matched in normalized text.
    fn normalized_parts(
        &self,
        mut piece: NormalizedString,
        special_tokens: SpecialTokens,
    ) -> Result<Vec<(NormalizedString, Option<Vec<Token>>)>> {
        self.normalizer.normalize_tracked(&mut piece)?;
        let mut fragments = Vec::new();
        self.added.split_normalized(piece.get(), special_tokens, &mut fragments);
        let slice = |start, end| {
            let slice = piece.slice(Range::Normalized(start..end));
            slice.ok_or_else(|| Error::encode("a fragment ends within a character"))
        };
        let parts = fragments.into_iter().map(|fragment| match fragment {
            Fragment::Token { id, start, end } => {
                let slice = slice(start, end)?;
                let token = Token::new(id, slice.get().to_owned(), (0, slice.get().len()));
                Ok((slice, Some(vec![token])))
            }
            Fragment::Text { text, start } => Ok((slice(start, start + text.len())?, None)),
        });
        parts.collect()
    }

    fn tokenize_or_note(&self, word: &NormalizedString, failures: &RefCell<Vec<Option<Error>>>) -> Vec<Token> {
        let (tokens, failure) = match self.engine.tokenize(word.get()) {
            Ok(tokens) => (tokens, None),
            Err(error) => (Vec::new(), Some(error)),
        };
        failures.borrow_mut().push(failure);
        tokens
    }
}

/// What 0.23 made of a piece.
struct Referenced {
    kinds: Vec<WordKind>,
    encoding: Encoding,
    /// Where the piece begins in the reference's count.
    shift: usize,
}

/// Tokens located so far, spelled out where the post-processor reads that.
struct Located {
    words: Words,
    spells: bool,
}

impl Located {
    fn push_added(&mut self, id: u32, offset: Offset, text: Option<&str>) {
        self.words.push_token(id);
        self.words.offsets.push(offset);
        self.spell(|| text.unwrap_or_default().to_owned());
    }

    /// Words of a text whose bytes are those of their ids.
    fn push_bytes(&mut self, text: &str, start: usize, words: Words, vocabulary: &ByteVocabulary) {
        let before = self.words.ids.len();
        let mut end = 0;
        for &id in &words.ids {
            let from = end;
            end += vocabulary.token(id).len();
            let (first, last) = (text.floor_char_boundary(from), text.ceil_char_boundary(end));
            self.words.offsets.push(Offset::new(start + first, start + last));
            self.spell(|| vocabulary.id_to_token(id).unwrap_or_default().into_owned());
        }
        self.words.ids.extend(words.ids);
        self.words.ends.extend(words.ends.into_iter().map(|end| WordEnd { ids: before + end.ids, ..end }));
    }

    fn push_encoding(&mut self, encoding: &Encoding, kinds: Vec<WordKind>, place: impl Fn(usize) -> usize) {
        let mut next = 0;
        for (word, kind) in (0..).zip(kinds) {
            while encoding.get_word_ids().get(next) == Some(&Some(word)) {
                let (start, end) = encoding.get_offsets()[next];
                self.words.ids.push(encoding.get_ids()[next]);
                self.words.offsets.push(Offset::new(place(start), place(end)));
                self.spell(|| encoding.get_tokens()[next].clone());
                next += 1;
            }
            self.words.ends.push(WordEnd { ids: self.words.ids.len(), kind });
        }
    }

    fn spell(&mut self, token: impl FnOnce() -> String) {
        if self.spells {
            self.words.tokens.push(token());
        }
    }
}
