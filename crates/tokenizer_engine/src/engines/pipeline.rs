use serde_json::{Value, json};
use tokenizers::pipeline::{
    Model as _, PipelineModel, PipelineModelScratch, PipelineToken, PipelineTokenizer, PreTokenizer as _,
    PreTokenizerScratch, Span, normalize_all,
};
use tokenizers_classic::PreTokenizerWrapper;

use super::{Engine, EngineKind, Position, scratch_pool::ScratchPool};
use crate::error::{Error, Result};

/// The pre-tokenizers and models of `tokenizers` 1.0.0-rc.3, given normalized pieces without added tokens.
pub(crate) struct Pipeline {
    tokenizer: PipelineTokenizer,
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
        let json = pipeline_json(model_json, pre_tokenizer)?;
        let tokenizer = tokenizers::from_json(&json).map_err(|error| error.to_string())?;
        let pipeline = Self { tokenizer, scratch: ScratchPool::new() };
        pipeline.check()?;
        Ok(pipeline)
    }

    /// A split regex that has no native grammar loads and fails only when used, so use it once.
    fn check(&self) -> Result<(), String> {
        const PROBE: &str = "Probe 42's text:\r\n  a_b\u{e9}\u{4f60}\u{1f600}\t\n";
        self.encode(PROBE, Position::OpensInput, &mut Vec::new()).map_err(|error| error.to_string())
    }

    fn encode_normalized(&self, text: &str, scratch: &mut Scratch, out: &mut Vec<u32>) -> Result<()> {
        // Spans hold 32-bit offsets.
        if u32::try_from(text.len()).is_err() {
            return Err(Error::encode(format!("a piece of {} bytes is longer than {} bytes", text.len(), u32::MAX)));
        }
        scratch.spans.clear();
        scratch.tokens.clear();
        let pre_tokenizer = self.tokenizer.get_pre_tokenizer();
        pre_tokenizer.pre_tokenize(text, &mut scratch.pre_tokenizer, &mut scratch.spans).map_err(Error::encode)?;
        self.tokenizer
            .get_model()
            .tokenize_spans(text, &scratch.spans, &mut scratch.model, &mut scratch.tokens)
            .map_err(Error::encode)?;
        out.extend_from_slice(PipelineToken::cast_slice(&scratch.tokens));
        Ok(())
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
fn pipeline_json(model_json: &str, pre_tokenizer: Option<&PreTokenizerWrapper>) -> Result<String, String> {
    let model: Value = serde_json::from_str(model_json).map_err(|error| error.to_string())?;
    let pre_tokenizer = serde_json::to_value(pre_tokenizer).map_err(|error| error.to_string())?;
    let mut file = json!({ "version": "1.0", "added_tokens": [], "pre_tokenizer": pre_tokenizer });
    // Moved in rather than named in the macro, which would copy a quarter of a million strings.
    if let Some(fields) = file.as_object_mut() {
        fields.insert("model".to_owned(), model);
    }
    tokenizers::canonicalize_value(&mut file).map_err(|error| error.to_string())?;
    serde_json::to_string(&file).map_err(|error| error.to_string())
}
