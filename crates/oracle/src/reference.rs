use tokenizers_classic::{AddedToken, Encoding, PostProcessorWrapper, Tokenizer};

use cached_tokenizer::AddedToken as OurAddedToken;

use crate::comparison::Mode;

/// Plain `tokenizers` 0.23.2.
pub struct Reference {
    tokenizer: Tokenizer,
    /// The same without truncation, padding and post-processor, made when it is first needed.
    bare: Option<Tokenizer>,
}

impl Reference {
    /// Loads a tokenizer.json.
    ///
    /// # Errors
    ///
    /// What the reference says.
    pub fn from_json(json: &str) -> Result<Self, String> {
        Tokenizer::from_bytes(json).map(|tokenizer| Self { tokenizer, bare: None }).map_err(|error| error.to_string())
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

    /// The tokenizer as the reference writes it.
    ///
    /// # Errors
    ///
    /// What the reference says.
    pub fn to_json(&self) -> Result<String, String> {
        self.tokenizer.to_string(false).map_err(|error| error.to_string())
    }

    /// Adds tokens; gives the number that the reference gives.
    ///
    /// # Errors
    ///
    /// What the reference says.
    pub fn add_tokens(&mut self, tokens: &[OurAddedToken]) -> Result<usize, String> {
        self.bare = None;
        let tokens = tokens.iter().map(|token| {
            AddedToken::from(token.content.clone(), token.special)
                .single_word(token.single_word)
                .lstrip(token.lstrip)
                .rstrip(token.rstrip)
                .normalized(token.normalized)
        });
        self.tokenizer.add_tokens(tokens).map_err(|error| error.to_string())
    }

    /// All tokens with their ids.
    pub fn vocab(&self, with_added_tokens: bool) -> std::collections::HashMap<String, u32> {
        self.tokenizer.get_vocab(with_added_tokens)
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

/// One token as the reference knows it: id, type id, special tokens mask, attention mask, and offsets in bytes.
pub type Row = (u32, u32, u32, u32, (usize, usize));

/// All that an encoding holds, its overflowing parts included.
#[derive(Debug, PartialEq, Eq)]
pub struct Full {
    /// The tokens, in order.
    pub rows: Vec<Row>,
    /// What truncation cut off.
    pub overflowing: Vec<Full>,
}

impl Reference {
    /// Encodes a text or a pair with all that the reference tells of it. With `overflowing` nothing is left out: its own early stop behind the
    /// maximum of a truncation is then avoided, by tokenizing without one and truncating afterwards.
    ///
    /// # Errors
    ///
    /// What the reference says.
    pub fn encode_full(
        &mut self,
        text: &str,
        pair: Option<&str>,
        mode: Mode,
        overflowing: bool,
    ) -> Result<Full, String> {
        self.tokenizer.set_encode_special_tokens(mode.special_as_text);
        let encoding = if overflowing {
            let first = self.core(text, 0, mode)?;
            let second = pair.map(|pair| self.core(pair, 1, mode)).transpose()?;
            self.tokenizer.post_process(first, second, mode.add_special_tokens)
        } else {
            match pair {
                None => self.tokenizer.encode(text, mode.add_special_tokens),
                Some(pair) => self.tokenizer.encode((text, pair), mode.add_special_tokens),
            }
        };
        encoding.map(|encoding| full(&encoding)).map_err(|error| error.to_string())
    }

    /// A sequence before post-processing.
    fn core(&mut self, text: &str, type_id: u32, mode: Mode) -> Result<Encoding, String> {
        let bare = self.bare.get_or_insert_with(|| {
            let mut bare = self.tokenizer.clone();
            bare.with_padding(None).with_post_processor(None::<PostProcessorWrapper>);
            // Taking a truncation away never fails; setting one does where its stride is too long.
            let _ = bare.with_truncation(None);
            bare
        });
        bare.set_encode_special_tokens(mode.special_as_text);
        let mut encoding = bare.encode(text, false).map_err(|error| error.to_string())?;
        encoding.set_type_ids(vec![type_id; encoding.len()]);
        Ok(encoding)
    }
}

fn full(encoding: &Encoding) -> Full {
    let rows = (0..encoding.len()).map(|index| {
        (
            encoding.get_ids()[index],
            encoding.get_type_ids()[index],
            encoding.get_special_tokens_mask()[index],
            encoding.get_attention_mask()[index],
            encoding.get_offsets()[index],
        )
    });
    Full { rows: rows.collect(), overflowing: encoding.get_overflowing().iter().map(full).collect() }
}
