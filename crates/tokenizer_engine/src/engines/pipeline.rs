use serde_json::{Value, json};
use tokenizers::pipeline::{
    Model as _, PipelineModel, PipelineModelScratch, PipelineToken, PipelineTokenizer, PreTokenizerScratch, Span,
    normalize_all,
};
use tokenizers_classic::PreTokenizerWrapper;

use super::{Engine, EngineKind, Position, refusal::Refusal, scratch_pool::ScratchPool, splitter::Splitter};
use crate::{
    definition::ModelParts,
    error::{Error, Result},
};

/// The models of `tokenizers` 1.0.0-rc.3, given words of normalized pieces without added tokens.
pub(crate) struct Pipeline {
    tokenizer: PipelineTokenizer,
    splitter: Splitter,
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
    /// Builds the engine, or says why the file is not for it. The file may still be valid.
    pub(crate) fn new(
        model_json: &str,
        model: &ModelParts<'_>,
        pre_tokenizer: Option<&PreTokenizerWrapper>,
    ) -> Result<Self, Refusal> {
        if let Some(dropout) = model.active_dropout() {
            return Err(Refusal(format!("dropout {dropout} makes the output random")));
        }
        if let Some(affix) = model.affix() {
            return Err(Refusal(format!("it does not read the affix {affix:?} as 0.23 does")));
        }
        let file = pipeline_file(model_json, pre_tokenizer)?;
        let splitter = Splitter::new(file.get("pre_tokenizer").unwrap_or(&Value::Null))?;
        let json = serde_json::to_string(&file)?;
        drop(file);
        let tokenizer = tokenizers::from_json(&json)?;
        Ok(Self { tokenizer, splitter, scratch: ScratchPool::new() })
    }

    /// Why every text is split as 0.23 does, if so.
    pub(crate) fn split_refusal(&self) -> Option<&str> {
        self.splitter.refusal()
    }

    fn encode_spaced(&self, text: &str, scratch: &mut Scratch, out: &mut Vec<u32>) -> Result<()> {
        scratch.spans.clear();
        scratch.tokens.clear();
        self.splitter.split(text, &mut scratch.pre_tokenizer, &mut scratch.spans)?;
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
            .with(|| Scratch::new(self.tokenizer.get_model()), |scratch| self.encode_spaced(&spaced, scratch, out))
    }
}

/// The model and the pre-tokenizer alone, in the format of rc.3. The other parts are served by 0.23's types or by ours: rc.3's
/// normalizers have newer Unicode tables, and its added tokens are matched without their context.
///
/// rc.3's format knows no `ByteLevel` and no `Metaspace` pre-tokenizer: what they do to the text becomes a property of the model or a
/// normalizer. What is left in the pre-tokenizer only splits.
fn pipeline_file(model_json: &str, pre_tokenizer: Option<&PreTokenizerWrapper>) -> Result<Value, Refusal> {
    let model: Value = serde_json::from_str(model_json)?;
    let mut file =
        json!({ "version": "1.0", "added_tokens": [], "pre_tokenizer": serde_json::to_value(pre_tokenizer)? });
    // Moved in rather than named in the macro, which would copy a quarter of a million strings.
    if let Some(fields) = file.as_object_mut() {
        fields.insert("model".to_owned(), model);
    }
    tokenizers::canonicalize_value(&mut file)?;
    Ok(file)
}
