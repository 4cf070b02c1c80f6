use crate::{definition::ModelParts, engines::refusal::Refusal};

/// What both kinds of BPE ask of a model.
pub(super) fn require_plain_bpe(model: &ModelParts<'_>) -> Result<(), Refusal> {
    if !model.is_bpe() {
        return Err(Refusal("the model is not BPE".to_owned()));
    }
    if let Some(dropout) = model.active_dropout() {
        return Err(Refusal(format!("dropout {dropout} makes the output random")));
    }
    match model.affix() {
        Some(affix) => Err(Refusal(format!("symbols have the affix {affix:?}"))),
        None => Ok(()),
    }
}
