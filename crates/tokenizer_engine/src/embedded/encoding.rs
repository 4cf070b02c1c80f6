use serde::Serialize;
use serde_json::{Map, Value, json};

use super::compact::CompactVocabulary;
use crate::{
    added_tokens::AddedToken,
    error::{Error, Result},
};

/// Name and compact form of each embedded vocabulary, by name.
const ENCODINGS: [(&str, &[u8]); 2] = [
    ("cl100k_base", include_bytes!("../../vocabularies/cl100k_base.twv")),
    ("o200k_base", include_bytes!("../../vocabularies/o200k_base.twv")),
];

/// The names of the embedded vocabularies.
pub fn embedded_encodings() -> Vec<&'static str> {
    ENCODINGS.iter().map(|&(name, _)| name).collect()
}

/// Unpacks an embedded vocabulary.
///
/// # Errors
///
/// [`Error::UnknownEncoding`] when there is none of that name.
pub(crate) fn embedded_vocabulary(name: &str) -> Result<CompactVocabulary> {
    let Some(&(_, data)) = ENCODINGS.iter().find(|&&(known, _)| known == name) else {
        return Err(Error::UnknownEncoding { name: name.to_owned(), known: embedded_encodings() });
    };
    CompactVocabulary::unpack(data)
}

/// The tokenizer.json of an embedded vocabulary, as any other library can load it.
///
/// # Errors
///
/// [`Error::UnknownEncoding`] when there is none of that name.
pub fn embedded_tokenizer_json(name: &str) -> Result<String> {
    let vocabulary = embedded_vocabulary(name)?;
    let model = vocabulary.to_model()?;
    let spelled = |id| model.vocabulary.id_to_token(id).unwrap_or_default().into_owned();
    let ids = (0..model.merges.len() + BYTE_TOKENS).filter_map(|id| u32::try_from(id).ok());
    let mut vocab: Map<String, Value> = ids.map(|id| (spelled(id), id.into())).collect();
    vocab.extend(vocabulary.special_tokens.iter().map(|(token, &id)| (token.clone(), id.into())));
    let merges = model.merges.iter().map(|merge| [spelled(merge.left), spelled(merge.right)]).collect();
    to_json(&vocabulary, vocab, merges)
}

const BYTE_TOKENS: usize = 256;

/// What stands around the model, with an empty model in its place.
///
/// # Errors
///
/// [`Error::InvalidTokenizer`] when it cannot be written, which no vocabulary is known to cause.
pub(crate) fn definition_json(vocabulary: &CompactVocabulary) -> Result<String> {
    to_json(vocabulary, Map::new(), Vec::new())
}

fn to_json(vocabulary: &CompactVocabulary, vocab: Map<String, Value>, merges: Vec<[String; 2]>) -> Result<String> {
    let file = File {
        version: "1.0",
        added_tokens: added_tokens(vocabulary),
        pre_tokenizer: pre_tokenizer(&vocabulary.pattern),
        decoder: json!({ "type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true }),
        model: Model { kind: "BPE", vocab, merges },
    };
    serde_json::to_string(&file).map_err(Error::invalid)
}

#[derive(Serialize)]
struct File {
    version: &'static str,
    added_tokens: Vec<AddedTokenWithId>,
    pre_tokenizer: Value,
    decoder: Value,
    model: Model,
}

#[derive(Serialize)]
struct Model {
    #[serde(rename = "type")]
    kind: &'static str,
    vocab: Map<String, Value>,
    merges: Vec<[String; 2]>,
}

#[derive(Serialize)]
struct AddedTokenWithId {
    id: u32,
    #[serde(flatten)]
    token: AddedToken,
}

fn added_tokens(vocabulary: &CompactVocabulary) -> Vec<AddedTokenWithId> {
    let special = |content: &String| AddedToken {
        content: content.clone(),
        single_word: false,
        lstrip: false,
        rstrip: false,
        normalized: false,
        special: true,
    };
    let tokens = vocabulary.special_tokens.iter();
    let mut tokens: Vec<_> = tokens.map(|(content, &id)| AddedTokenWithId { id, token: special(content) }).collect();
    tokens.sort_by_key(|token| token.id);
    tokens
}

fn pre_tokenizer(pattern: &str) -> Value {
    json!({
        "type": "Sequence",
        "pretokenizers": [
            { "type": "Split", "pattern": { "Regex": pattern }, "behavior": "Isolated", "invert": false },
            { "type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false },
        ],
    })
}
