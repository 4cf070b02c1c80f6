use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{byte_alphabet::byte_alphabet, compact::CompactVocabulary};
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

/// The tokenizer.json of an embedded vocabulary.
///
/// # Errors
///
/// [`Error::UnknownEncoding`] when there is none of that name.
pub(crate) fn embedded_tokenizer_json(name: &str) -> Result<String> {
    let Some(&(_, data)) = ENCODINGS.iter().find(|&&(known, _)| known == name) else {
        return Err(Error::UnknownEncoding { name: name.to_owned(), known: embedded_encodings() });
    };
    tokenizer_json(&CompactVocabulary::unpack(data)?)
}

fn tokenizer_json(vocabulary: &CompactVocabulary) -> Result<String> {
    let alphabet = byte_alphabet();
    let spell = |bytes: &Vec<u8>| bytes.iter().map(|&byte| alphabet[usize::from(byte)]).collect::<String>();
    let tokens: Vec<String> = vocabulary.token_bytes().iter().map(spell).collect();
    let merges: Vec<[&str; 2]> = vocabulary
        .merges
        .iter()
        .map(|&(left, right)| [tokens[left as usize].as_str(), tokens[right as usize].as_str()])
        .collect();
    // Control tokens stand in the model's vocabulary too: only so do they keep ids that leave a gap.
    let mut vocab: Map<String, Value> = (0_u32..).zip(&tokens).map(|(id, token)| (token.clone(), id.into())).collect();
    vocab.extend(vocabulary.special_tokens.iter().map(|(token, &id)| (token.clone(), id.into())));
    let file = File {
        version: "1.0",
        truncation: (),
        padding: (),
        added_tokens: added_tokens(vocabulary),
        normalizer: (),
        pre_tokenizer: pre_tokenizer(&vocabulary.pattern),
        post_processor: (),
        decoder: json!({ "type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true }),
        model: Model { kind: "BPE", vocab, merges },
    };
    serde_json::to_string(&file).map_err(Error::invalid)
}

#[derive(Serialize)]
struct File<'a> {
    version: &'static str,
    truncation: (),
    padding: (),
    added_tokens: Vec<AddedTokenWithId>,
    normalizer: (),
    pre_tokenizer: Value,
    post_processor: (),
    decoder: Value,
    model: Model<'a>,
}

#[derive(Serialize)]
struct Model<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    vocab: Map<String, Value>,
    merges: Vec<[&'a str; 2]>,
}

#[derive(Serialize)]
struct AddedTokenWithId {
    id: u32,
    #[serde(flatten)]
    token: AddedToken,
}

fn added_tokens(vocabulary: &CompactVocabulary) -> Vec<AddedTokenWithId> {
    let mut tokens: Vec<_> = vocabulary
        .special_tokens
        .iter()
        .map(|(content, &id)| AddedTokenWithId {
            id,
            token: AddedToken {
                content: content.clone(),
                single_word: false,
                lstrip: false,
                rstrip: false,
                normalized: false,
                special: true,
            },
        })
        .collect();
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
