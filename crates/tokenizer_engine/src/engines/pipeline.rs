use serde_json::{Value, json};
use tokenizers::pipeline::{
    Model as _, PipelineModel, PipelineModelScratch, PipelineToken, PipelineTokenizer, PreTokenizer as _,
    PreTokenizerScratch, Span, normalize_all,
};
use tokenizers_classic::{OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer as _, PreTokenizerWrapper};

use super::{
    Engine, EngineKind, Position,
    native::{Disputed, components},
    scratch_pool::ScratchPool,
};
use crate::error::{Error, Result};

/// The pre-tokenizers and models of `tokenizers` 1.0.0-rc.3, given normalized pieces without added tokens.
///
/// Where its pre-tokenizers would split a piece otherwise than 0.23, for a character on which their Unicode tables disagree or a
/// regex without native code, the piece is split by 0.23's pre-tokenizer and only the model is rc.3's.
pub(crate) struct Pipeline {
    tokenizer: PipelineTokenizer,
    reference: Option<PreTokenizerWrapper>,
    native: Result<Disputed, String>,
    scratch: ScratchPool<Scratch>,
}

struct Scratch {
    model: PipelineModelScratch,
    pre_tokenizer: PreTokenizerScratch,
    spans: Vec<Span>,
    tokens: Vec<PipelineToken>,
}

impl Scratch {
    fn new(model: &PipelineModel) -> Self {
        Self {
            model: model.init_scratch(),
            pre_tokenizer: PreTokenizerScratch::default(),
            spans: Vec::new(),
            tokens: Vec::new(),
        }
    }
}

impl Pipeline {
    /// Builds the engine, or says why the file is not for it.
    ///
    /// # Errors
    ///
    /// The reason, for people; the file may still be valid and is then served by the classic engine.
    pub(crate) fn new(model_json: &str, pre_tokenizer: Option<&PreTokenizerWrapper>) -> Result<Self, String> {
        let file = pipeline_file(model_json, pre_tokenizer)?;
        let lowered = file.get("pre_tokenizer").unwrap_or(&Value::Null);
        let reference = reference_pre_tokenizer(lowered)?;
        let native = components(lowered).map(|components| Disputed::of(&components));
        let json = serde_json::to_string(&file).map_err(|error| error.to_string())?;
        drop(file);
        let tokenizer = tokenizers::from_json(&json).map_err(|error| error.to_string())?;
        Ok(Self { tokenizer, reference, native, scratch: ScratchPool::new() })
    }

    /// Why this engine splits text with 0.23's pre-tokenizer, if it always does.
    pub(crate) fn split_refusal(&self) -> Option<&str> {
        self.native.as_ref().err().map(String::as_str)
    }

    fn encode_normalized(&self, text: &str, scratch: &mut Scratch, out: &mut Vec<u32>) -> Result<()> {
        // Spans hold 32-bit offsets.
        if u32::try_from(text.len()).is_err() {
            return Err(Error::encode(format!("a piece of {} bytes is longer than {} bytes", text.len(), u32::MAX)));
        }
        scratch.spans.clear();
        scratch.tokens.clear();
        self.pre_tokenize(text, scratch)?;
        self.tokenizer
            .get_model()
            .tokenize_spans(text, &scratch.spans, &mut scratch.model, &mut scratch.tokens)
            .map_err(Error::encode)?;
        out.extend_from_slice(PipelineToken::cast_slice(&scratch.tokens));
        Ok(())
    }

    fn pre_tokenize(&self, text: &str, scratch: &mut Scratch) -> Result<()> {
        let is_native = self.native.as_ref().is_ok_and(|disputed| !disputed.occurs_in(text));
        match &self.reference {
            Some(reference) if !is_native => reference_spans(reference, text, &mut scratch.spans),
            _ => self
                .tokenizer
                .get_pre_tokenizer()
                .pre_tokenize(text, &mut scratch.pre_tokenizer, &mut scratch.spans)
                .map_err(Error::encode),
        }
    }
}

impl Engine for Pipeline {
    fn kind(&self) -> EngineKind {
        EngineKind::Pipeline
    }

    fn encode(&self, text: &str, position: Position, out: &mut Vec<u32>) -> Result<()> {
        // What rc.3 calls a normalizer here is only ever a lowered `Metaspace`; only whether its offset is zero matters to it.
        let offset = usize::from(position == Position::Inside);
        let spaced = normalize_all(self.tokenizer.get_normalizers(), text, offset).map_err(Error::encode)?;
        self.scratch
            .with(|| Scratch::new(self.tokenizer.get_model()), |scratch| self.encode_normalized(&spaced, scratch, out))
    }
}

/// The model and the pre-tokenizer alone, in the format of rc.3. The other parts are served by 0.23's types or by ours: rc.3's
/// normalizers have newer Unicode tables, and its added tokens are matched without their context.
///
/// rc.3's format knows no `ByteLevel` and no `Metaspace` pre-tokenizer: what they do to the text becomes a property of the model or a
/// normalizer. What is left in the pre-tokenizer only splits.
fn pipeline_file(model_json: &str, pre_tokenizer: Option<&PreTokenizerWrapper>) -> Result<Value, String> {
    let model: Value = serde_json::from_str(model_json).map_err(|error| error.to_string())?;
    let pre_tokenizer = serde_json::to_value(pre_tokenizer).map_err(|error| error.to_string())?;
    let mut file = json!({ "version": "1.0", "added_tokens": [], "pre_tokenizer": pre_tokenizer });
    // Moved in rather than named in the macro, which would copy a quarter of a million strings.
    if let Some(fields) = file.as_object_mut() {
        fields.insert("model".to_owned(), model);
    }
    tokenizers::canonicalize_value(&mut file).map_err(|error| error.to_string())?;
    complete_splits(&mut file["pre_tokenizer"]);
    Ok(file)
}

/// States the defaults that rc.3 leaves out of a `Split` and 0.23 asks for.
fn complete_splits(pre_tokenizer: &mut Value) {
    if let Some(members) = pre_tokenizer.get_mut("pretokenizers").and_then(Value::as_array_mut) {
        members.iter_mut().for_each(complete_splits);
    }
    let Some(fields) = pre_tokenizer.as_object_mut().filter(|fields| fields.get("type") == Some(&json!("Split")))
    else {
        return;
    };
    fields.entry("behavior").or_insert_with(|| json!("Isolated"));
    fields.entry("invert").or_insert_with(|| json!(false));
}

fn reference_pre_tokenizer(lowered: &Value) -> Result<Option<PreTokenizerWrapper>, String> {
    serde_json::from_value(lowered.clone()).map_err(|error| format!("pre_tokenizer: {error}"))
}

fn reference_spans(reference: &PreTokenizerWrapper, text: &str, spans: &mut Vec<Span>) -> Result<()> {
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
