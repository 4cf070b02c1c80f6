use std::borrow::Cow;

use serde_json::{Value, json};
use tokenizers::pipeline::{
    PipelinePreTokenizer, PipelineTokenizer, PreTokenizer as _, PreTokenizerScratch, Span, normalize_all,
};
use tokenizers_classic::{OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _, PreTokenizerWrapper};

use super::{Disputed, components};
use crate::{
    engines::{Position, refusal::Refusal},
    error::{Error, Result},
    reference_panic::catch_panic,
};

/// A pre-tokenizer, taken apart into what rewrites a piece and what splits it.
pub(crate) struct Splitter {
    /// rc.3's reader of pre-tokenizers is not public, so the pre-tokenizer is read as part of a tokenizer with a model of one token.
    native: PipelineTokenizer,
    reference: Option<PreTokenizerWrapper>,
    /// The characters that must go to the reference, or why all do.
    disputed: Result<Disputed, String>,
}

impl Splitter {
    /// Builds the splitter from a pre-tokenizer as 0.23 serializes it; null for one that leaves a text whole.
    ///
    /// rc.3's format knows no `Metaspace` pre-tokenizer: what it does to the text becomes a step of its own, and what is left of it only
    /// splits.
    ///
    /// # Errors
    ///
    /// The reason, for people, when it cannot be read or does more than to space and split.
    pub(crate) fn new(pre_tokenizer: &Value) -> Result<Self, Refusal> {
        let model = json!({ "type": "BPE", "vocab": { "a": 0 }, "merges": [] });
        let mut file = json!({ "version": "1.0", "added_tokens": [], "pre_tokenizer": pre_tokenizer, "model": model });
        tokenizers::canonicalize_value(&mut file)?;
        let lowered = completed(file["pre_tokenizer"].take());
        let disputed = components(&lowered).map(|components| Disputed::of(&components));
        let reference = serde_json::from_value(lowered.clone())?;
        file["pre_tokenizer"] = lowered;
        let native = tokenizers::from_json(&file.to_string())?;
        Ok(Self { native, reference, disputed })
    }

    /// Rewrites a piece as its `Metaspace` does: spaces become its mark, and one is put in front where it asks for that.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] when rc.3 fails, which it does on no text.
    pub(crate) fn space<'text>(&self, text: &'text str, position: Position) -> Result<Cow<'text, str>> {
        // Only whether the offset is zero matters.
        let offset = usize::from(position != Position::OpensInput);
        normalize_all(self.native.get_normalizers(), text, offset).map_err(Error::encode)
    }

    /// Why every text is split as 0.23 does, if so.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.disputed.as_ref().err().map(String::as_str)
    }

    /// Whether no part of a text is left to the reference.
    pub(crate) fn is_native_for(&self, text: &str) -> bool {
        self.reference.is_none() || self.disputed.as_ref().is_ok_and(|disputed| !disputed.occurs_in(text))
    }

    /// Appends the words of a text to `spans`.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] for a text of 4 GiB or more, as spans hold 32-bit offsets, and where 0.23 fails.
    pub(crate) fn split(&self, text: &str, scratch: &mut PreTokenizerScratch, spans: &mut Vec<Span>) -> Result<()> {
        if u32::try_from(text.len()).is_err() {
            return Err(Error::encode(format!("a piece of {} bytes is longer than {} bytes", text.len(), u32::MAX)));
        }
        match &self.reference {
            Some(reference) if !self.is_native_for(text) => {
                catch_panic(Error::encode, || split_as_reference(reference, text, spans))
            }
            _ => self.native().pre_tokenize(text, scratch, spans).map_err(Error::encode),
        }
    }

    fn native(&self) -> &PipelinePreTokenizer {
        self.native.get_pre_tokenizer()
    }
}

/// States the defaults that rc.3 leaves out of a `Split` and 0.23 asks for.
fn completed(mut pre_tokenizer: Value) -> Value {
    if let Some(members) = pre_tokenizer.get_mut("pretokenizers").and_then(Value::as_array_mut) {
        for member in members {
            *member = completed(member.take());
        }
    }
    if let Some(fields) = pre_tokenizer.as_object_mut().filter(|fields| fields.get("type") == Some(&json!("Split"))) {
        fields.entry("behavior").or_insert_with(|| json!("Isolated"));
        fields.entry("invert").or_insert_with(|| json!(false));
    }
    pre_tokenizer
}

fn split_as_reference(reference: &PreTokenizerWrapper, text: &str, spans: &mut Vec<Span>) -> Result<()> {
    let mut pieces = PreTokenizedString::from(text);
    reference.pre_tokenize(&mut pieces).map_err(Error::encode)?;
    for (_, (start, end), _) in pieces.get_splits(OffsetReferential::Original, OffsetType::Byte) {
        // The text is shorter than 4 GiB, so its offsets fit.
        let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) else {
            return Err(Error::encode("an offset is above 32 bits"));
        };
        spans.push(Span { start, end });
    }
    Ok(())
}
