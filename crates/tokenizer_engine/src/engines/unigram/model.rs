use std::{ops::Range, sync::Arc};

use daachorse::DoubleArrayAhoCorasick;
use serde::Deserialize;
use tokenizers_classic::Token;

use super::best_path::BestPath;
use crate::{
    engines::{EngineKind, ModelDetails, refusal::Refusal, word_engine::WordModel},
    error::{Error, Result},
    vocabulary::TextVocabulary,
};

/// An unknown character costs this much more than the least likely token.
const UNKNOWN_PENALTY: f64 = 10.0;

/// A Unigram model.
pub(crate) struct Unigram {
    vocabulary: Arc<TextVocabulary>,
    scores: Vec<f64>,
    automaton: DoubleArrayAhoCorasick<u32>,
    unknown_id: Option<u32>,
    unknown_score: f64,
    /// The tokens of bytes, by byte, when the model falls back to them.
    byte_ids: Option<Box<[Option<u32>; 256]>>,
}

#[derive(Deserialize)]
struct Fields {
    unk_id: Option<usize>,
    #[serde(default)]
    byte_fallback: bool,
}

/// Working buffers of a word.
#[derive(Default)]
pub(crate) struct UnigramScratch {
    path: BestPath,
    /// Tokens of the best path as start, end and id, last one first.
    tokens: Vec<(usize, usize, u32)>,
}

impl Unigram {
    /// Reads a model, or says why it is not for this engine. Files that 0.23 refuses are among those.
    pub(crate) fn new(model_json: &str, vocab_json: &str) -> Result<Self, Refusal> {
        let fields: Fields = serde_json::from_str(model_json)?;
        let (vocabulary, scores) = TextVocabulary::parse_scored(vocab_json)?;
        if fields.unk_id.is_some_and(|id| id >= scores.len()) {
            return Err(Refusal("the unk_id is not in the vocabulary".to_owned()));
        }
        // Of a token that stands twice the last one counts, which is the one that a look-up finds.
        let tokens =
            vocabulary.iter().filter(|(token, id)| !token.is_empty() && vocabulary.token_to_id(token) == Some(*id));
        let automaton = DoubleArrayAhoCorasick::with_values(tokens)?;
        let byte_id = |byte: usize| vocabulary.token_to_id(&format!("<0x{byte:02X}>"));
        let lowest =
            scores.iter().copied().fold(f64::INFINITY, |lowest, score| if score < lowest { score } else { lowest });
        Ok(Self {
            byte_ids: fields.byte_fallback.then(|| Box::new(std::array::from_fn(byte_id))),
            unknown_id: fields.unk_id.map(u32::try_from).transpose()?,
            unknown_score: lowest - UNKNOWN_PENALTY,
            vocabulary: Arc::new(vocabulary),
            automaton,
            scores,
        })
    }

    /// The vocabulary, to be shared.
    pub(crate) fn vocabulary(&self) -> &Arc<TextVocabulary> {
        &self.vocabulary
    }

    fn find_best_path(&self, word: &str, path: &mut BestPath) -> Result<()> {
        path.begin(word.len())?;
        let mut found = self.automaton.find_overlapping_iter(word).peekable();
        for (start, character) in word.char_indices() {
            let end = start + character.len_utf8();
            let mut is_known = false;
            // The automaton gives the tokens that end here, the longest and so the one that starts first before the others.
            while let Some(token) = found.next_if(|token| token.end() <= end) {
                is_known |= token.start() == start;
                path.offer(token.start(), end, token.value(), self.scores[token.value() as usize]);
            }
            if !is_known {
                let id = self
                    .unknown_id
                    .ok_or_else(|| Error::encode("a character is unknown and the model has no unk_id"))?;
                path.offer(start, end, id, self.unknown_score);
            }
        }
        Ok(())
    }

    /// Calls `each` with the id and the place of each token of a word.
    fn find_tokens(
        &self,
        word: &str,
        scratch: &mut UnigramScratch,
        mut each: impl FnMut(u32, Range<usize>),
    ) -> Result<()> {
        let UnigramScratch { path, tokens } = scratch;
        self.find_best_path(word, path)?;
        tokens.clear();
        tokens.extend(path.backwards());
        path.shrink();
        // Unknown tokens side by side are one.
        let mut unknown: Option<(Range<usize>, u32)> = None;
        for &(start, end, id) in tokens.iter().rev() {
            if Some(id) == self.unknown_id {
                unknown = Some((unknown.map_or(start, |(before, _)| before.start)..end, id));
                continue;
            }
            if let Some((range, id)) = unknown.take() {
                self.find_unknown(word, range, id, &mut each);
            }
            each(id, start..end);
        }
        if let Some((range, id)) = unknown {
            self.find_unknown(word, range, id, &mut each);
        }
        Ok(())
    }

    /// The tokens of a text that unknown tokens cover: as 0.23 does, it is looked up as a whole, then falls back to bytes, each of which stands
    /// for all of the text.
    fn find_unknown(&self, word: &str, range: Range<usize>, unknown_id: u32, each: &mut impl FnMut(u32, Range<usize>)) {
        let text = &word[range.clone()];
        if let Some(id) = self.vocabulary.token_to_id(text) {
            each(id, range);
            return;
        }
        if let Some(byte_ids) = &self.byte_ids {
            let ids: Option<Vec<u32>> = text.bytes().map(|byte| byte_ids[usize::from(byte)]).collect();
            if let Some(ids) = ids {
                for id in ids {
                    each(id, range.clone());
                }
                return;
            }
        }
        each(unknown_id, range);
    }
}

impl WordModel for Unigram {
    type Scratch = UnigramScratch;

    const KIND: EngineKind = EngineKind::Unigram;

    fn encode_word(&self, word: &str, scratch: &mut UnigramScratch, out: &mut Vec<u32>) -> Result<()> {
        self.find_tokens(word, scratch, |id, _| out.push(id))
    }

    fn details(&self) -> ModelDetails<'_> {
        ModelDetails::Scores(&self.scores)
    }

    fn tokenize(&self, word: &str) -> Result<Vec<Token>> {
        let mut tokens = Vec::new();
        self.find_tokens(word, &mut UnigramScratch::default(), |id, range| {
            let text = &word[range.clone()];
            let is_byte =
                self.byte_ids.is_some() && Some(id) != self.unknown_id && self.vocabulary.token_to_id(text) != Some(id);
            let spelled = self.vocabulary.id_to_token(id).filter(|_| is_byte).unwrap_or(text);
            tokens.push(Token::new(id, spelled.to_owned(), (range.start, range.end)));
        })?;
        Ok(tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(vocab: &str, fields: &str, word: &str) -> Result<Vec<u32>> {
        let model = Unigram::new(fields, vocab).unwrap();
        let mut ids = Vec::new();
        model.encode_word(word, &mut UnigramScratch::default(), &mut ids)?;
        Ok(ids)
    }

    #[test]
    fn the_highest_sum_wins() {
        let vocab = r#"[["<unk>",0],["a",0],["b",0],["c",0],["d",0],["cd",1],["ab",2],["abc",5],["abcd",10]]"#;
        assert_eq!(ids(vocab, r#"{"unk_id":0}"#, "abcdacdxx").unwrap(), [8, 1, 5, 0]);
    }

    #[test]
    fn of_equal_sums_the_token_that_starts_first_wins() {
        let vocab = r#"[["<unk>",0],["a",1],["aa",2],["b",0]]"#;
        assert_eq!(ids(vocab, r#"{"unk_id":0}"#, "aab").unwrap(), [2, 3]);
    }

    #[test]
    fn unknown_characters_fall_back_to_bytes_when_all_are_there() {
        let vocab = r#"[["<unk>",0],["a",1],["<0xC3>",0],["<0xA9>",0]]"#;
        assert_eq!(ids(vocab, r#"{"unk_id":0,"byte_fallback":true}"#, "aéa").unwrap(), [1, 2, 3, 1]);
        assert_eq!(ids(vocab, r#"{"unk_id":0,"byte_fallback":true}"#, "aéxa").unwrap(), [1, 0, 1]);
        assert!(ids(vocab, "{}", "x").is_err());
    }
}
