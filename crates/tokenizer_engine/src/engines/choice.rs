use std::sync::Arc;

use tokenizers_classic::PreTokenizerWrapper;

use super::{
    Engine, EngineKind,
    byte_bpe::{ByteBpe, ByteModel},
    classic::Classic,
    pipeline::Pipeline,
};
use crate::{
    definition::ModelParts,
    error::{Error, Result},
    vocabulary::{TextVocabulary, Vocabulary},
};

/// An engine with the vocabulary of its model, and the reason why it serves the file.
pub(crate) struct Choice {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) merge_count: usize,
    pub(crate) reason: String,
}

/// Chooses the engine by facts of the file: our own where the model is byte-level BPE, then rc.3's, then the reference itself.
///
/// # Errors
///
/// [`crate::Error::InvalidTokenizer`] when 0.23 refuses the model.
pub(crate) fn choose(
    model_json: &str,
    model: &ModelParts<'_>,
    pre_tokenizer: Option<&PreTokenizerWrapper>,
) -> Result<Choice> {
    let refused_by_byte_bpe = match ByteBpe::new(|| ByteModel::read(model), pre_tokenizer) {
        Ok(engine) => return Ok(byte_bpe(engine)),
        Err(refusal) => refusal.0,
    };
    let (engine, reason): (Box<dyn Engine>, String) = match Pipeline::new(model_json, model, pre_tokenizer) {
        Ok(engine) => {
            let reason = match engine.split_refusal() {
                None => String::new(),
                Some(refusal) => format!("; text is split as 0.23 does: {refusal}"),
            };
            (Box::new(engine), format!("not {}: {refused_by_byte_bpe}{reason}", EngineKind::ByteBpe))
        }
        Err(refusal) => {
            let engine = Classic::new(model_json, pre_tokenizer.cloned())?;
            let reason = format!(
                "not {}: {refused_by_byte_bpe}; not {}: {}",
                EngineKind::ByteBpe,
                EngineKind::Pipeline,
                refusal.0
            );
            (Box::new(engine), reason)
        }
    };
    let vocabulary = Vocabulary::Text(TextVocabulary::parse(model.vocab_json())?);
    Ok(Choice { engine, vocabulary, merge_count: model.count_merges()?, reason })
}

/// Our own engine for a model that is there already.
///
/// # Errors
///
/// [`crate::Error::InvalidTokenizer`] when the model or the pre-tokenizer is not for it.
pub(crate) fn choose_byte_bpe(model: ByteModel, pre_tokenizer: Option<&PreTokenizerWrapper>) -> Result<Choice> {
    ByteBpe::new(|| Ok(model), pre_tokenizer).map(byte_bpe).map_err(|refusal| Error::invalid(refusal.0))
}

fn byte_bpe(engine: ByteBpe) -> Choice {
    let reason = match engine.split_refusal() {
        None => "byte-level BPE with a native split".to_owned(),
        Some(refusal) => format!("byte-level BPE; text is split as 0.23 does: {refusal}"),
    };
    Choice {
        vocabulary: Vocabulary::Bytes(Arc::clone(engine.vocabulary())),
        merge_count: engine.merge_count(),
        engine: Box::new(engine),
        reason,
    }
}
