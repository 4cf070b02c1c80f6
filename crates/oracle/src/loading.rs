use cached_tokenizer::TokenizerEngine;

use crate::{
    comparison::Mode,
    guarded::{guarded, our_panic},
    reference::Reference,
};

/// What became of a tokenizer.json that both sides were given.
pub enum Loading {
    /// Both serve it.
    Both(Box<Reference>, Box<TokenizerEngine>),
    /// The reference refuses it, or panics on it, and ours refuses it.
    Neither,
    /// The reference panics on it, ours loads it: there is nothing to compare with.
    OnlyOursAfterPanic(Box<TokenizerEngine>),
}

/// Loads a tokenizer.json with both sides.
///
/// # Errors
///
/// That only one of them refuses it, with what it says, or that ours panics. A file that the reference loads and then panics on with plain
/// text is of no use in it; to refuse that is no fault.
pub fn load_both(json: &str) -> Result<Loading, String> {
    let expected = guarded(|| Reference::from_json(json));
    let ours = guarded(|| TokenizerEngine::from_json(json)).ok_or_else(our_panic)?;
    match (expected, ours) {
        (Some(Ok(reference)), Ok(engine)) => Ok(Loading::Both(Box::new(reference), Box::new(engine))),
        (None | Some(Err(_)), Err(_)) => Ok(Loading::Neither),
        (None, Ok(engine)) => Ok(Loading::OnlyOursAfterPanic(Box::new(engine))),
        (Some(Ok(reference)), Err(error)) => {
            if panics_on_plain_text(reference) {
                Ok(Loading::Neither)
            } else {
                Err(format!("only ours refuses it: {error}"))
            }
        }
        (Some(Err(error)), Ok(_)) => Err(format!("only the reference refuses it: {error}")),
    }
}

fn panics_on_plain_text(mut reference: Reference) -> bool {
    let mode = Mode { add_special_tokens: true, special_as_text: false };
    [None, Some("b")].into_iter().any(|pair| guarded(|| reference.encode("a\u{4e16}", pair, mode)).is_none())
}
