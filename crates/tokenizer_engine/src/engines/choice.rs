use tokenizers_classic::PreTokenizerWrapper;

use super::{Engine, EngineKind, classic::Classic, pipeline::Pipeline};
use crate::{error::Result, vocabulary::ModelHead};

/// An engine with the reason why it serves the file.
pub(crate) struct Choice {
    pub(crate) engine: Box<dyn Engine>,
    pub(crate) reason: String,
}

/// Chooses the engine by facts of the file, the fast one where it can serve it.
///
/// # Errors
///
/// [`crate::Error::InvalidTokenizer`] when 0.23 refuses the file.
pub(crate) fn choose(model_json: &str, head: &ModelHead, pre_tokenizer: Option<PreTokenizerWrapper>) -> Result<Choice> {
    let refusal = match refusal_of_pipeline(head) {
        Some(refusal) => refusal,
        None => match Pipeline::new(model_json, pre_tokenizer.as_ref()) {
            Ok(pipeline) => {
                let reason = match pipeline.split_refusal() {
                    None => "it has native code for the pre-tokenizer and the model".to_owned(),
                    Some(refusal) => {
                        format!("it has native code for the model; text is split as 0.23 does, as there is {refusal}")
                    }
                };
                return Ok(Choice { engine: Box::new(pipeline), reason });
            }
            Err(refusal) => refusal,
        },
    };
    let classic = Classic::new(model_json, pre_tokenizer)?;
    let reason = format!("the {} engine is not for it: {refusal}", EngineKind::Pipeline);
    Ok(Choice { engine: Box::new(classic), reason })
}

fn refusal_of_pipeline(head: &ModelHead) -> Option<String> {
    // Random output: only the reference may draw it.
    head.dropout.filter(|&dropout| dropout > 0.0).map(|dropout| format!("dropout {dropout} makes the output random"))
}
