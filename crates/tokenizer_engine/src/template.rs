//! What a post-processor adds around a sequence or a pair.
//!
//! Instead of reading the many spellings of post-processors, 0.23's own one is run once on markers, and what comes out is the template.
//! So every kind, nested ones as well, is followed exactly.

use tokenizers_classic::{Encoding, PostProcessor as _, PostProcessorWrapper, Token};

use crate::{
    error::{Error, Result},
    reference_panic::catch_panic,
};

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
    single: Derived,
    pair: Derived,
    bare_single: Derived,
    bare_pair: Derived,
}

/// The pieces for one kind of call, or why there are none: a post-processor can name a token that it does not define, and 0.23 fails only
/// in the calls that need it.
type Derived = std::result::Result<Vec<TemplatePiece>, String>;

/// Ids that no vocabulary reaches: the largest that 0.23 could hold would need 4 billion tokens.
const FIRST_MARKER: u32 = u32::MAX - 1;
const SECOND_MARKER: u32 = u32::MAX;

impl Template {
    /// Derives the template of a post-processor.
    pub(crate) fn of(processor: Option<&PostProcessorWrapper>) -> Self {
        let derive = |is_pair, add_special_tokens| {
            catch_panic(Error::encode, || pieces(processor, is_pair, add_special_tokens))
                .map_err(|error| error.to_string())
        };
        Self {
            single: derive(false, true),
            pair: derive(true, true),
            bare_single: derive(false, false),
            bare_pair: derive(true, false),
        }
    }

    /// The pieces for a call: around one sequence or a pair, with special tokens or without.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] when the post-processor fails in such a call.
    pub fn pieces(&self, is_pair: bool, add_special_tokens: bool) -> Result<&[TemplatePiece]> {
        let derived = match (is_pair, add_special_tokens) {
            (false, true) => &self.single,
            (true, true) => &self.pair,
            (false, false) => &self.bare_single,
            (true, false) => &self.bare_pair,
        };
        derived.as_deref().map_err(|detail| Error::encode(format!("post_processor: {detail}")))
    }

    /// How many special tokens are added.
    ///
    /// # Errors
    ///
    /// As [`Self::pieces`].
    pub fn special_count(&self, is_pair: bool, add_special_tokens: bool) -> Result<usize> {
        let is_special = |piece: &&TemplatePiece| matches!(piece, TemplatePiece::Special { .. });
        Ok(self.pieces(is_pair, add_special_tokens)?.iter().filter(is_special).count())
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
    let encoding = processor.process(marker(FIRST_MARKER, 0), pair, add_special_tokens).map_err(Error::encode)?;
    encoding.get_ids().iter().zip(encoding.get_type_ids()).map(|(&id, &type_id)| piece(id, type_id)).collect()
}

fn piece(id: u32, type_id: u32) -> Result<TemplatePiece> {
    let type_id = u8::try_from(type_id).map_err(|_| Error::encode(format!("type id {type_id} is above 255")))?;
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
        Template::of(serde_json::from_str::<Option<PostProcessorWrapper>>(json).unwrap().as_ref())
    }

    #[test]
    fn without_a_post_processor_sequences_are_joined() {
        let template = template("null");
        assert_eq!(template.single.clone().unwrap(), [First { type_id: 0 }]);
        assert_eq!(template.pair.clone().unwrap(), [First { type_id: 0 }, Second { type_id: 1 }]);
        assert_eq!(template.special_count(true, true).unwrap(), 0);
    }

    #[test]
    fn bert_and_roberta_differ_in_separators_and_type_ids() {
        let bert = template(r#"{"type":"BertProcessing","sep":["[SEP]",102],"cls":["[CLS]",101]}"#);
        let cls = Special { id: 101, type_id: 0 };
        let sep = |type_id| Special { id: 102, type_id };
        assert_eq!(bert.single.clone().unwrap(), [cls, First { type_id: 0 }, sep(0)]);
        assert_eq!(bert.pair.clone().unwrap(), [cls, First { type_id: 0 }, sep(0), Second { type_id: 1 }, sep(1)]);
        assert_eq!(bert.bare_pair.clone().unwrap(), [First { type_id: 0 }, Second { type_id: 1 }]);
        assert_eq!(bert.special_count(true, true).unwrap(), 3);

        let roberta = template(
            r#"{"type":"RobertaProcessing","sep":["</s>",2],"cls":["<s>",0],"trim_offsets":true,"add_prefix_space":false}"#,
        );
        let ids: Vec<u32> = roberta
            .pair
            .clone()
            .unwrap()
            .iter()
            .filter_map(|piece| if let Special { id, .. } = piece { Some(*id) } else { None })
            .collect();
        assert_eq!(ids, [0, 2, 2, 2]);
    }
}
