use std::{
    path::Path,
    sync::{Arc, OnceLock},
};

use tokenizers_classic::{PostProcessorWrapper, PreTokenizerWrapper};

use crate::{
    added_tokens::{AddedVocabulary, Fragment, SpecialTokens},
    cuts::CutRule,
    decoder::{DecodeOptions, Decoder, UnknownIds},
    definition::{Definition, ModelFields, ModelParts, component_summary},
    embedded::{definition_json, embedded_vocabulary},
    engines::{Choice, Engine, EngineKind, Position, choose, choose_byte_bpe},
    error::{Error, Result},
    inspection::{Inspection, ModelInspection},
    limits::{Padding, Truncation},
    normalizer::Normalizer,
    post_processing::{Processed, Sequence, process, reads_tokens},
    source::{SourceDigest, read_tokenizer_file, tokenizer_path},
    template::Template,
    tokenizer_config::TokenizerConfig,
    vocabulary::Vocabulary,
    words::Words,
};

/// A loaded tokenizer: everything that its file fixes. It never changes, so threads share it by `Arc`.
///
/// ```
/// use tokenizer_engine::{Position, SpecialTokens, TokenizerEngine};
///
/// let json = r#"{
///     "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2 } },
///     "pre_tokenizer": { "type": "Whitespace" }
/// }"#;
/// let tokenizer = TokenizerEngine::from_json(json)?;
/// let mut ids = Vec::new();
/// tokenizer.encode_piece("hello new world", Position::OpensInput, SpecialTokens::Match, &mut ids)?;
/// assert_eq!(ids, [1, 0, 2]);
/// # Ok::<(), tokenizer_engine::Error>(())
/// ```
pub struct TokenizerEngine {
    pub(crate) source: SourceDigest,
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) normalizer: Arc<Normalizer>,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) added: AddedVocabulary,
    pub(crate) model: Arc<ModelFields>,
    pub(crate) decoder: Arc<Decoder>,
    pub(crate) pre_tokenizer: Option<Arc<PreTokenizerWrapper>>,
    pub(crate) post_processor: Option<Arc<PostProcessorWrapper>>,
    pub(crate) template: Template,
    /// Filled when it is first asked for.
    pub(crate) literal_refusal: OnceLock<Option<String>>,
    /// Filled when the first text is cut.
    pub(crate) cut_rule: OnceLock<CutRule>,
    pub(crate) inspection: Inspection,
}

impl TokenizerEngine {
    /// Loads the text of a tokenizer.json.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when 0.23 would refuse it.
    pub fn from_json(json: &str) -> Result<Self> {
        let definition = Definition::parse(json)?;
        let model = ModelParts::parse(definition.model_json())?;
        let choice = choose(definition.model_json(), &model, definition.pre_tokenizer.as_ref())?;
        Self::from_parts(SourceDigest::of(json), definition, model.fields(), choice)
    }

    fn from_parts(
        source: SourceDigest,
        definition: Definition<'_>,
        model: ModelFields,
        choice: Choice,
    ) -> Result<Self> {
        let Choice { engine, vocabulary, merge_count, reason } = choice;
        let normalizer = Normalizer::new(definition.normalizer);
        let added_tokens = definition.added_tokens.into_iter().map(|entry| entry.token);
        let added = AddedVocabulary::new(added_tokens, &vocabulary, &normalizer).map_err(|error| match error {
            Error::EmptyAddedToken { .. } => Error::invalid(format!("added_tokens: {error}")),
            error => error,
        })?;
        let template = Template::of(definition.post_processor.as_ref());
        let decoder = Decoder::new(definition.decoder);
        let inspection = Inspection {
            engine: engine.kind().to_string(),
            reason,
            model: ModelInspection { kind: model.kind.clone(), vocab_size: vocabulary.len(), merges: merge_count },
            normalizer: component_summary(normalizer.wrapper()),
            pre_tokenizer: component_summary(definition.pre_tokenizer.as_ref()),
            post_processor: component_summary(definition.post_processor.as_ref()),
            decoder: component_summary(decoder.wrapper()),
            added_tokens: added.iter().len(),
            special_tokens: added.special_count(),
            literal: None,
            cuts: String::new(),
            truncation: definition.truncation.as_ref().map(Into::into),
            padding: definition.padding.as_ref().map(Into::into),
        };
        Ok(Self {
            source,
            engine: engine.into(),
            normalizer: Arc::new(normalizer),
            vocabulary,
            added,
            model: Arc::new(model),
            decoder: Arc::new(decoder),
            pre_tokenizer: definition.pre_tokenizer.map(Arc::new),
            post_processor: definition.post_processor.map(Arc::new),
            template,
            literal_refusal: OnceLock::new(),
            cut_rule: OnceLock::new(),
            inspection,
        })
    }

    /// Loads a tokenizer.json, or the one in a folder with what the folder's tokenizer_config.json adds to it.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`], [`Error::Unreadable`], [`Error::FileTooLarge`] above `max_bytes`, and [`Error::InFile`] for what is wrong with
    /// the content.
    pub fn from_file(path: &Path, max_bytes: u64) -> Result<Self> {
        let file = tokenizer_path(path)?;
        let json = read_tokenizer_file(&file, max_bytes)?;
        let engine = Self::from_json(&json).map_err(|error| error.in_file(&file))?;
        if file == path { Ok(engine) } else { TokenizerConfig::of_folder(path, max_bytes)?.apply(engine) }
    }

    /// Loads an embedded vocabulary; [`crate::embedded_encodings`] lists them.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownEncoding`], which lists them too.
    pub fn from_encoding(name: &str) -> Result<Self> {
        let vocabulary = embedded_vocabulary(name)?;
        let json = definition_json(&vocabulary)?;
        let definition = Definition::parse(&json)?;
        let choice = choose_byte_bpe(vocabulary.to_model()?, definition.pre_tokenizer.as_ref())?;
        let fields = ModelFields { kind: "BPE".to_owned(), ..ModelFields::default() };
        // No tokenizer.json reads like a name, so this is the digest of no file.
        Self::from_parts(SourceDigest::of(name), definition, fields, choice)
    }

    /// Whether both give the same ids for every text: they were loaded from the same text, and have the same added tokens.
    pub fn is_same(&self, other: &Self) -> bool {
        self.source == other.source && self.added.is_same(&other.added)
    }

    /// Whether the ids of a text differ from call to call.
    pub fn is_random(&self) -> bool {
        self.model.active_dropout().is_some()
    }

    /// The engine that serves this tokenizer.
    pub fn engine(&self) -> EngineKind {
        self.engine.kind()
    }

    /// What the tokenizer is and why it is served by its engine.
    pub fn inspection(&self) -> Inspection {
        Inspection {
            literal: self.literal_refusal().map(str::to_owned),
            cuts: self.describe_cuts(),
            ..self.inspection.clone()
        }
    }

    /// What is put around the ids of a text.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// Whether the post-processor changes offsets. Where it does not, the template says all that it does.
    pub fn trims_offsets(&self) -> bool {
        reads_tokens(self.post_processor.as_deref())
    }

    /// Truncates one sequence or a pair and puts the template around, as 0.23 does, with all that it knows of each token. Slower than taking
    /// the template.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] where 0.23 fails, and for a type id above 255.
    pub fn process(
        &self,
        first: Sequence,
        second: Option<Sequence>,
        truncation: Option<&Truncation>,
        add_special_tokens: bool,
    ) -> Result<Processed> {
        process(self.post_processor.as_deref(), first, second, truncation, add_special_tokens)
    }

    /// The file's own truncation.
    pub fn truncation(&self) -> Option<&Truncation> {
        self.inspection.truncation.as_ref()
    }

    /// The file's own padding.
    pub fn padding(&self) -> Option<&Padding> {
        self.inspection.padding.as_ref()
    }

    /// Splits a text at the added tokens that are matched in the text as given, appending the fragments to `out` in order.
    pub fn split<'text>(&self, text: &'text str, special_tokens: SpecialTokens, out: &mut Vec<Fragment<'text>>) {
        self.added.split_text(text, special_tokens, out);
    }

    /// Whether the ids of a piece depend on the policy: true when a special token is matched in normalized text, within the piece.
    pub fn pieces_depend_on_policy(&self) -> bool {
        self.added.second_pass_depends_on_policy()
    }

    /// Appends the ids of a piece that [`Self::split`] left between added tokens: normalized, split at the added tokens that are
    /// matched in normalized text, and encoded.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] where 0.23 fails as well.
    pub fn encode_piece(
        &self,
        piece: &str,
        position: Position,
        special_tokens: SpecialTokens,
        out: &mut Vec<u32>,
    ) -> Result<()> {
        self.for_each_normalized(piece, position, special_tokens, |part| match part {
            Normalized::Token(id) => {
                out.push(id);
                Ok(())
            }
            Normalized::Text(text, position) => self.engine.encode(text, position, out),
        })
    }

    /// Encodes a whole text and says where its pre-tokens end. Slower than encoding piece by piece; truncation asks for it, as 0.23 stops a
    /// sequence behind the pre-token that reaches the limit.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] where 0.23 fails as well, unless it fails on a single pre-token: that stands in the result.
    pub fn encode_words(&self, text: &str, special_tokens: SpecialTokens) -> Result<Words> {
        let mut fragments = Vec::new();
        self.split(text, special_tokens, &mut fragments);
        let mut words = Words::default();
        for fragment in fragments {
            match fragment {
                Fragment::Token { id, .. } => words.push_token(id),
                Fragment::Text { text, start } => {
                    let position = if start == 0 { Position::OpensInput } else { Position::Inside };
                    self.for_each_normalized(text, position, special_tokens, |part| match part {
                        Normalized::Token(id) => {
                            words.push_token(id);
                            Ok(())
                        }
                        Normalized::Text(text, position) => self.engine.encode_words(text, position, &mut words),
                    })?;
                }
            }
        }
        Ok(words)
    }

    /// Makes what the first texts would otherwise wait for.
    pub fn prepare(&self) {
        self.cut_rule();
        self.engine.prepare();
    }

    /// Whether a short text is sure to be encoded in a time that follows from its length: nothing has to be made first, and none of 0.23's own code
    /// has to run, which is slower by far and may backtrack. It is the first time only that nothing is.
    pub fn is_prompt(&self, text: &str, special_tokens: SpecialTokens) -> bool {
        let is_literal_known = special_tokens != SpecialTokens::Literal || self.literal_refusal.get().is_some();
        is_literal_known
            && special_tokens != SpecialTokens::Reject
            && self.cut_rule.get().is_some()
            && self.normalizer.is_prompt(text)
            && self.engine.is_prompt(text)
    }

    /// Calls `each` with the parts of a piece: normalized, and split at the added tokens that are matched in normalized text.
    fn for_each_normalized(
        &self,
        piece: &str,
        position: Position,
        special_tokens: SpecialTokens,
        mut each: impl FnMut(Normalized<'_>) -> Result<()>,
    ) -> Result<()> {
        let goes_on = position == Position::GoesOn;
        let normalized =
            if goes_on { self.normalizer.normalize_on(piece)? } else { self.normalizer.normalize(piece)? };
        let position = if normalized.keeps_start || goes_on { position } else { Position::Inside };
        let mut fragments = Vec::new();
        self.added.split_normalized(&normalized.text, special_tokens, &mut fragments);
        for fragment in fragments {
            match fragment {
                Fragment::Token { id, .. } => each(Normalized::Token(id))?,
                Fragment::Text { text, start } => {
                    let position = if start == 0 { position } else { Position::Inside };
                    each(Normalized::Text(text, position))?;
                }
            }
        }
        Ok(())
    }

    /// Turns ids back into text, as 0.23 does.
    ///
    /// # Errors
    ///
    /// [`Error::IdOutOfRange`] for an id that is in no vocabulary, unless such ids are skipped, and [`Error::Decode`].
    pub fn decode(&self, ids: &[u32], options: DecodeOptions) -> Result<String> {
        let mut tokens = Vec::new();
        tokens.try_reserve(ids.len()).map_err(|_| Error::OutOfMemory { bytes: ids.len() * size_of::<String>() })?;
        for (index, &id) in ids.iter().enumerate() {
            match self.id_to_token(id) {
                Some(token) if options.skip_special_tokens && self.added.is_special(&token) => {}
                Some(token) => tokens.push(token.into_owned()),
                None if options.unknown_ids == UnknownIds::Skip => {}
                None => return Err(Error::IdOutOfRange { id, index, vocab_size: self.vocab_size() }),
            }
        }
        self.decoder.decode(tokens)
    }
}

/// A part of a normalized piece.
enum Normalized<'text> {
    /// The id of an added token.
    Token(u32),
    /// Text for the engine; never empty.
    Text(&'text str, Position),
}

impl std::fmt::Debug for TokenizerEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TokenizerEngine")
            .field("engine", &self.engine())
            .field("vocab_size", &self.vocab_size())
            .finish_non_exhaustive()
    }
}
