//! What a folder's tokenizer_config.json adds to its tokenizer.json.
//!
//! PyPI transformers reads both: added tokens that stand only in the configuration are added in the order of their ids, then the special
//! tokens that it names and nobody has added. Its chat template tells which tokens mark the turns of a chat.

use std::{collections::HashSet, fs, path::Path};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    added_tokens::AddedToken,
    error::{Error, Result},
    source::read_tokenizer_file,
    tokenizer::TokenizerEngine,
};

const FILE_NAME: &str = "tokenizer_config.json";
const TEMPLATE_FILE_NAME: &str = "chat_template.jinja";

/// The names under which a configuration has single special tokens, in the order of transformers.
const NAMED_TOKENS: [&str; 7] =
    ["bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"];
/// The names under which it has lists of them.
const TOKEN_LISTS: [&str; 2] = ["additional_special_tokens", "extra_special_tokens"];

/// The parts of a tokenizer_config.json that concern ids.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TokenizerConfig {
    added_tokens: Vec<AddedToken>,
    special_tokens: Vec<AddedToken>,
    /// All chat templates, one behind the other.
    chat_templates: String,
}

/// A token as a configuration spells it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Content(String),
    Token {
        content: String,
        #[serde(default)]
        single_word: bool,
        #[serde(default)]
        lstrip: bool,
        #[serde(default)]
        rstrip: bool,
        normalized: Option<bool>,
        special: Option<bool>,
    },
}

impl TokenizerConfig {
    /// Reads the configuration of a folder; nothing when it has none.
    ///
    /// # Errors
    ///
    /// As reading a tokenizer.json, and [`Error::InvalidTokenizer`] when it is not what a configuration should be.
    pub(crate) fn of_folder(folder: &Path, max_bytes: u64) -> Result<Self> {
        let path = folder.join(FILE_NAME);
        let mut config = if path.is_file() {
            let json = read_tokenizer_file(&path, max_bytes)?;
            Self::parse(&json).map_err(|error| error.in_file(&path))?
        } else {
            Self::default()
        };
        let template = folder.join(TEMPLATE_FILE_NAME);
        if fs::exists(&template).unwrap_or(false) {
            config.chat_templates.push_str(&read_tokenizer_file(&template, max_bytes)?);
        }
        Ok(config)
    }

    fn parse(json: &str) -> Result<Self> {
        let invalid = |detail: String| Error::invalid_config(detail);
        let fields: Map<String, Value> = serde_json::from_str(json).map_err(|error| invalid(error.to_string()))?;
        let mut config = Self::default();
        let mut added = Vec::new();
        for (id, entry) in fields.get("added_tokens_decoder").and_then(Value::as_object).into_iter().flatten() {
            let number: u32 = id.parse().map_err(|_| invalid(format!("added_tokens_decoder: {id:?} is no id")))?;
            added.push((
                number,
                token(entry, false).map_err(|error| invalid(format!("added_tokens_decoder.{id}: {error}")))?,
            ));
        }
        added.sort_by_key(|(id, _)| *id);
        config.added_tokens = added.into_iter().map(|(_, token)| token).collect();
        let named = NAMED_TOKENS.iter().filter_map(|name| Some((*name, fields.get(*name)?)));
        let listed = TOKEN_LISTS.iter().filter_map(|name| Some((*name, fields.get(*name)?)));
        let listed = listed.flat_map(|(name, list)| values(list).map(move |value| (name, value)));
        for (name, value) in named.chain(listed).filter(|(_, value)| !value.is_null()) {
            let token = token(value, true).map_err(|error| invalid(format!("{name}: {error}")))?;
            config.special_tokens.push(token);
        }
        for template in fields.get("chat_template").into_iter().flat_map(templates) {
            config.chat_templates.push_str(template);
        }
        Ok(config)
    }

    /// The tokenizer with what the configuration adds to it.
    ///
    /// # Errors
    ///
    /// As adding tokens.
    pub(crate) fn apply(self, engine: TokenizerEngine) -> Result<TokenizerEngine> {
        let known: HashSet<&str> = engine.added_tokens().map(|(_, token)| token.content.as_str()).collect();
        let mut tokens: Vec<AddedToken> = Vec::new();
        for token in self.added_tokens.into_iter().chain(self.special_tokens) {
            let is_known = known.contains(token.content.as_str());
            if !is_known && tokens.iter().all(|other| other.content != token.content) {
                tokens.push(token);
            }
        }
        let engine = if tokens.is_empty() { engine } else { engine.with_added_tokens(tokens)?.0 };
        let template = self.chat_templates;
        let contents = engine.added_tokens().map(|(_, token)| token.content.clone());
        // A token of nothing but white space marks no turn: Gemma 3 has one for a line feed.
        let used = |content: &String| !content.trim().is_empty() && template.contains(content.as_str());
        let control: Vec<String> = contents.filter(used).collect();
        if control.is_empty() { Ok(engine) } else { engine.with_control_tokens(control) }
    }
}

/// The elements of a list, or the values of an object.
fn values(list: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match list {
        Value::Array(values) => Box::new(values.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// A template, or several of them by name.
fn templates(template: &Value) -> Vec<&str> {
    match template {
        Value::String(template) => vec![template],
        Value::Array(named) => named.iter().filter_map(|named| named["template"].as_str()).collect(),
        _ => Vec::new(),
    }
}

fn token(entry: &Value, is_special: bool) -> serde_json::Result<AddedToken> {
    Ok(match Entry::deserialize(entry)? {
        Entry::Content(content) => AddedToken {
            content,
            single_word: false,
            lstrip: false,
            rstrip: false,
            normalized: !is_special,
            special: is_special,
        },
        Entry::Token { content, single_word, lstrip, rstrip, normalized, special } => {
            let special = special.unwrap_or(is_special);
            AddedToken { content, single_word, lstrip, rstrip, normalized: normalized.unwrap_or(!special), special }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENIZER: &str = r#"{
        "added_tokens": [{ "id": 3, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true }],
        "model": { "type": "WordLevel", "unk_token": "?", "vocab": { "?": 0, "hello": 1, "world": 2 } }
    }"#;

    #[test]
    fn adds_what_stands_only_in_the_configuration() {
        let config = TokenizerConfig::parse(
            r#"{
                "added_tokens_decoder": {
                    "5": { "content": "<b>", "special": true, "normalized": false, "lstrip": true },
                    "4": { "content": "<a>", "special": false },
                    "3": { "content": "<s>", "special": false }
                },
                "bos_token": "<s>", "pad_token": { "content": "<pad>" }, "eos_token": null,
                "additional_special_tokens": ["<b>", "<c>"],
                "chat_template": [{ "name": "default", "template": "{{ bos }}<a>{{ x }}" }, { "name": "tool", "template": "<c>" }]
            }"#,
        );
        let engine = config.unwrap().apply(TokenizerEngine::from_json(TOKENIZER).unwrap()).unwrap();
        let tokens: Vec<_> =
            engine.added_tokens().map(|(id, token)| (id, token.content.as_str(), token.special)).collect();
        assert_eq!(
            tokens,
            [(3, "<s>", true), (4, "<a>", false), (5, "<b>", true), (6, "<pad>", true), (7, "<c>", true)]
        );
        assert_eq!(engine.control_tokens(), ["<a>", "<c>"]);
    }

    #[test]
    fn says_what_is_wrong() {
        let error = |json: &str| TokenizerConfig::parse(json).unwrap_err().to_string();
        assert!(error("[]").contains("tokenizer_config.json"));
        assert!(error(r#"{"added_tokens_decoder":{"x":{"content":"a"}}}"#).contains("\"x\" is no id"));
        assert!(error(r#"{"added_tokens_decoder":{"7":{}}}"#).contains("added_tokens_decoder.7"));
        assert!(error(r#"{"bos_token":7}"#).contains("bos_token"));
        assert_eq!(TokenizerConfig::parse("{}").unwrap(), TokenizerConfig::default());
    }
}
