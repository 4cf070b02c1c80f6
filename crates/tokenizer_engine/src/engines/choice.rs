use std::sync::Arc;

use serde_json::Value;
use tokenizers_classic::PreTokenizerWrapper;

use super::{
    Engine,
    bpe::{ByteBpe, ByteLevel, ByteModel, CharBpe},
    classic::Classic,
    refusal::Refusal,
    splitter::Splitter,
    unigram::Unigram,
    word_engine::{WordEngine, WordModel},
    word_level::WordLevel,
    word_piece::WordPiece,
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

/// Chooses the engine by facts of the file: our own for the model where it can serve it, else the reference itself.
///
/// # Errors
///
/// [`crate::Error::InvalidTokenizer`] when 0.23 refuses the model.
pub(crate) fn choose(
    model_json: &str,
    model: &ModelParts<'_>,
    pre_tokenizer: Option<&PreTokenizerWrapper>,
) -> Result<Choice> {
    let pre_tokenizer_json = serde_json::to_value(pre_tokenizer).map_err(Error::invalid)?;
    let refusal = match own(model_json, model, &pre_tokenizer_json) {
        Ok(choice) => return Ok(choice),
        Err(refusal) => refusal.0,
    };
    Ok(Choice {
        engine: Box::new(Classic::new(model_json, pre_tokenizer.cloned())?),
        vocabulary: Vocabulary::Text(Arc::new(TextVocabulary::parse(model.vocab_json())?)),
        merge_count: model.count_merges()?,
        reason: format!("no engine of our own serves it: {refusal}"),
    })
}

/// Our own engine for a byte-level model that is there already.
///
/// # Errors
///
/// [`crate::Error::InvalidTokenizer`] when the model or the pre-tokenizer is not for it.
pub(crate) fn choose_byte_bpe(model: ByteModel, pre_tokenizer: Option<&PreTokenizerWrapper>) -> Result<Choice> {
    let pre_tokenizer = serde_json::to_value(pre_tokenizer).map_err(Error::invalid)?;
    let byte_level = ByteLevel::of(&pre_tokenizer);
    byte_level.and_then(|byte_level| byte_bpe(byte_level, model)).map_err(|refusal| Error::invalid(refusal.0))
}

fn own(model_json: &str, model: &ModelParts<'_>, pre_tokenizer: &Value) -> Result<Choice, Refusal> {
    if ByteLevel::occurs_in(pre_tokenizer) {
        // The pre-tokenizer first: it is small, and most files that are not byte-level BPE are told by it.
        let byte_level = ByteLevel::of(pre_tokenizer)?;
        return byte_bpe(byte_level, ByteModel::read(model)?);
    }
    let splitter = Splitter::new(pre_tokenizer)?;
    match model.kind() {
        "BPE" => {
            let model = CharBpe::new(model)?;
            let (vocabulary, merge_count) = (Vocabulary::Text(Arc::clone(model.vocabulary())), model.merge_count());
            Ok(choice(model, splitter, false, vocabulary, merge_count))
        }
        "WordPiece" => {
            let model = WordPiece::new(model_json, model.vocab_json())?;
            let vocabulary = Vocabulary::Text(Arc::clone(model.vocabulary()));
            Ok(choice(model, splitter, false, vocabulary, 0))
        }
        "WordLevel" => {
            let model = WordLevel::new(model_json, model.vocab_json())?;
            let vocabulary = Vocabulary::Text(Arc::clone(model.vocabulary()));
            Ok(choice(model, splitter, false, vocabulary, 0))
        }
        "Unigram" => {
            let model = Unigram::new(model_json, model.vocab_json())?;
            let vocabulary = Vocabulary::Text(Arc::clone(model.vocabulary()));
            Ok(choice(model, splitter, false, vocabulary, 0))
        }
        other => Err(Refusal(format!("the model {other:?} is unknown"))),
    }
}

fn byte_bpe(byte_level: ByteLevel, model: ByteModel) -> Result<Choice, Refusal> {
    let ByteLevel { splits, adds_prefix_space } = byte_level;
    let splitter = Splitter::new(&splits)?;
    let model = ByteBpe::new(model)?;
    let (vocabulary, merge_count) = (Vocabulary::Bytes(Arc::clone(model.vocabulary())), model.merge_count());
    Ok(choice(model, splitter, adds_prefix_space, vocabulary, merge_count))
}

fn choice<M: WordModel + 'static>(
    model: M,
    splitter: Splitter,
    adds_prefix_space: bool,
    vocabulary: Vocabulary,
    merge_count: usize,
) -> Choice {
    let reason = match splitter.refusal() {
        None => "model and split have native code".to_owned(),
        Some(refusal) => format!("the model has native code; text is split as 0.23 does: {refusal}"),
    };
    Choice { engine: Box::new(WordEngine::new(model, splitter, adds_prefix_space)), vocabulary, merge_count, reason }
}
