use serde_json::{Value, json};

use crate::engines::refusal::Refusal;

/// A pre-tokenizer whose last step maps bytes to the alphabet, taken apart.
pub(crate) struct ByteLevel {
    /// What is done before the bytes are mapped, as a pre-tokenizer that only splits.
    pub(crate) splits: Value,
    /// Put a space before a piece that does not begin with one.
    pub(crate) adds_prefix_space: bool,
}

impl ByteLevel {
    /// Whether a pre-tokenizer maps bytes anywhere.
    pub(crate) fn occurs_in(pre_tokenizer: &Value) -> bool {
        let members = pre_tokenizer.get("pretokenizers").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        kind(pre_tokenizer) == "ByteLevel" || members.iter().any(Self::occurs_in)
    }

    /// Takes a pre-tokenizer apart. `ByteLevel` must come last: what comes behind it would see the alphabet instead of the text.
    pub(crate) fn of(pre_tokenizer: &Value) -> Result<Self, Refusal> {
        match kind(pre_tokenizer) {
            "ByteLevel" => Ok(ByteLevel {
                splits: regex_split(pre_tokenizer).unwrap_or_default(),
                adds_prefix_space: flag(pre_tokenizer, "add_prefix_space"),
            }),
            "Sequence" => {
                let members =
                    pre_tokenizer.get("pretokenizers").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let Some((last, before)) = members.split_last().filter(|(last, _)| kind(last) == "ByteLevel") else {
                    return Err(Refusal("the pre-tokenizer does not end with ByteLevel".to_owned()));
                };
                if flag(last, "add_prefix_space") {
                    return Err(Refusal("a prefix space would go before every part of the sequence".to_owned()));
                }
                // Any other member only splits.
                if let Some(other) =
                    before.iter().map(kind).find(|kind| ["ByteLevel", "Metaspace", "Sequence"].contains(kind))
                {
                    return Err(Refusal(format!("{other} stands before the last ByteLevel")));
                }
                let members: Vec<Value> = before.iter().cloned().chain(regex_split(last)).collect();
                let splits = if members.is_empty() {
                    Value::Null
                } else {
                    json!({ "type": "Sequence", "pretokenizers": members })
                };
                Ok(ByteLevel { splits, adds_prefix_space: false })
            }
            _ => Err(Refusal("the pre-tokenizer is not ByteLevel".to_owned())),
        }
    }
}

fn kind(pre_tokenizer: &Value) -> &str {
    pre_tokenizer.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn flag(pre_tokenizer: &Value, name: &str) -> bool {
    pre_tokenizer.get(name).and_then(Value::as_bool).unwrap_or(true)
}

/// The regex that `ByteLevel` splits by, unless it is told not to.
fn regex_split(byte_level: &Value) -> Option<Value> {
    let regex = bitcannon::regexes::GPT2;
    flag(byte_level, "use_regex")
        .then(|| json!({ "type": "Split", "pattern": { "Regex": regex }, "behavior": "Isolated", "invert": false }))
}
