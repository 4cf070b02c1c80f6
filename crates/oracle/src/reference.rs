use tokenizers_classic::Tokenizer;

use crate::comparison::Mode;

/// Plain `tokenizers` 0.23.2.
pub struct Reference {
    tokenizer: Tokenizer,
}

impl Reference {
    /// Loads a tokenizer.json.
    ///
    /// # Errors
    ///
    /// What the reference says.
    pub fn from_json(json: &str) -> Result<Self, String> {
        Tokenizer::from_bytes(json).map(|tokenizer| Self { tokenizer }).map_err(|error| error.to_string())
    }

    /// Encodes a text or a pair.
    ///
    /// # Errors
    ///
    /// What the reference says.
    pub fn encode(&mut self, text: &str, pair: Option<&str>, mode: Mode) -> Result<Vec<u32>, String> {
        self.tokenizer.set_encode_special_tokens(mode.special_as_text);
        let encoding = match pair {
            None => self.tokenizer.encode_fast(text, mode.add_special_tokens),
            Some(pair) => self.tokenizer.encode_fast((text, pair), mode.add_special_tokens),
        };
        encoding.map(|encoding| encoding.get_ids().to_vec()).map_err(|error| error.to_string())
    }

    /// Decodes ids.
    ///
    /// # Errors
    ///
    /// What the reference says.
    pub fn decode(&self, ids: &[u32], skip_special_tokens: bool) -> Result<String, String> {
        self.tokenizer.decode(ids, skip_special_tokens).map_err(|error| error.to_string())
    }

    /// The number of tokens, added ones included.
    pub fn vocab_size(&self) -> usize {
        self.tokenizer.get_vocab_size(true)
    }

    /// The texts of the added tokens, in a stable order.
    pub fn added_tokens(&self) -> Vec<String> {
        let mut tokens: Vec<_> = self.tokenizer.get_added_tokens_decoder().into_iter().collect();
        tokens.sort_by_key(|(id, _)| *id);
        tokens.into_iter().map(|(_, token)| token.content).collect()
    }
}
