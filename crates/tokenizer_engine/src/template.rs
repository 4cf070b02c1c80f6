//! What a post-processor adds around a sequence or a pair.
//!
//! Instead of reading the many spellings of post-processors, 0.23's own one is run once on markers, and what comes out is the template.
//! So every kind, nested ones as well, is followed exactly.

use tokenizers_classic::{Encoding, PostProcessor as _, PostProcessorWrapper, Token};

use crate::error::{Error, Result};

/// One piece of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplatePiece {
    /// The first sequence, with the type id of its tokens.
    First {
        /// The type id.
        type_id: u8,
    },
    /// The second sequence of a pair, with the type id of its tokens.
    Second {
        /// The type id.
        type_id: u8,
    },
    /// A special token.
    Special {
        /// Its id.
        id: u32,
        /// Its type id.
        type_id: u8,
    },
}

/// What is put around the ids of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// Around one sequence, with special tokens.
    pub single: Vec<TemplatePiece>,
    /// Around a pair, with special tokens.
    pub pair: Vec<TemplatePiece>,
    /// One sequence without special tokens.
    pub bare_single: Vec<TemplatePiece>,
    /// A pair without special tokens.
    pub bare_pair: Vec<TemplatePiece>,
}

/// Ids that no vocabulary reaches: the largest that 0.23 could hold would need 4 billion tokens.
const FIRST_MARKER: u32 = u32::MAX - 1;
const SECOND_MARKER: u32 = u32::MAX;

impl Template {
    /// Derives the template of a post-processor.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when the post-processor fails on a plain sequence or pair.
    pub(crate) fn of(processor: Option<&PostProcessorWrapper>) -> Result<Self> {
        Ok(Self {
            single: pieces(processor, false, true)?,
            pair: pieces(processor, true, true)?,
            bare_single: pieces(processor, false, false)?,
            bare_pair: pieces(processor, true, false)?,
        })
    }

    /// The pieces for a call.
    pub fn pieces(&self, is_pair: bool, add_special_tokens: bool) -> &[TemplatePiece] {
        match (is_pair, add_special_tokens) {
            (false, true) => &self.single,
            (true, true) => &self.pair,
            (false, false) => &self.bare_single,
            (true, false) => &self.bare_pair,
        }
    }

    /// How many special tokens are added.
    pub fn special_count(&self, is_pair: bool, add_special_tokens: bool) -> usize {
        let is_special = |piece: &&TemplatePiece| matches!(piece, TemplatePiece::Special { .. });
        self.pieces(is_pair, add_special_tokens).iter().filter(is_special).count()
    }
}

fn pieces(
    processor: Option<&PostProcessorWrapper>,
    is_pair: bool,
    add_special_tokens: bool,
) -> Result<Vec<TemplatePiece>> {
    let marker = |id, type_id| Encoding::from_tokens(vec![Token::new(id, "x".to_owned(), (0, 1))], type_id);
    let pair = is_pair.then(|| marker(SECOND_MARKER, 1));
    let Some(processor) = processor else {
        // Without a post-processor the sequences are joined, each with its own type id.
        let mut bare = vec![TemplatePiece::First { type_id: 0 }];
        bare.extend(is_pair.then_some(TemplatePiece::Second { type_id: 1 }));
        return Ok(bare);
    };
    let encoding = processor
        .process(marker(FIRST_MARKER, 0), pair, add_special_tokens)
        .map_err(|error| Error::invalid(format!("post_processor: {error}")))?;
    encoding.get_ids().iter().zip(encoding.get_type_ids()).map(|(&id, &type_id)| piece(id, type_id)).collect()
}

fn piece(id: u32, type_id: u32) -> Result<TemplatePiece> {
    let type_id =
        u8::try_from(type_id).map_err(|_| Error::invalid(format!("post_processor: type id {type_id} is above 255")))?;
    Ok(match id {
        FIRST_MARKER => TemplatePiece::First { type_id },
        SECOND_MARKER => TemplatePiece::Second { type_id },
        id => TemplatePiece::Special { id, type_id },
    })
}

#[cfg(test)]
mod tests {
    use super::{TemplatePiece::*, *};

    fn template(json: &str) -> Template {
        Template::of(serde_json::from_str::<Option<PostProcessorWrapper>>(json).unwrap().as_ref()).unwrap()
    }

    #[test]
    fn without_a_post_processor_sequences_are_joined() {
        let template = template("null");
        assert_eq!(template.single, [First { type_id: 0 }]);
        assert_eq!(template.pair, [First { type_id: 0 }, Second { type_id: 1 }]);
        assert_eq!(template.special_count(true, true), 0);
    }

    #[test]
    fn bert_and_roberta_differ_in_separators_and_type_ids() {
        let bert = template(r#"{"type":"BertProcessing","sep":["[SEP]",102],"cls":["[CLS]",101]}"#);
        let cls = Special { id: 101, type_id: 0 };
        let sep = |type_id| Special { id: 102, type_id };
        assert_eq!(bert.single, [cls, First { type_id: 0 }, sep(0)]);
        assert_eq!(bert.pair, [cls, First { type_id: 0 }, sep(0), Second { type_id: 1 }, sep(1)]);
        assert_eq!(bert.bare_pair, [First { type_id: 0 }, Second { type_id: 1 }]);
        assert_eq!(bert.special_count(true, true), 3);

        let roberta = template(
            r#"{"type":"RobertaProcessing","sep":["</s>",2],"cls":["<s>",0],"trim_offsets":true,"add_prefix_space":false}"#,
        );
        let ids: Vec<u32> = roberta
            .pair
            .iter()
            .filter_map(|piece| if let Special { id, .. } = piece { Some(*id) } else { None })
            .collect();
        assert_eq!(ids, [0, 2, 2, 2]);
    }
}
