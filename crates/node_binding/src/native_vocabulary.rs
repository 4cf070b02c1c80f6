use cached_tokenizer::{AddedToken, CachedTokenizer};
use napi::{
    Env,
    bindgen_prelude::{AsyncTask, Uint32Array},
};
use napi_derive::napi;

use crate::{
    add_tokens_job::AddTokensJob,
    job::{JobTask, run_now, spawn},
    tokenizer::NativeTokenizer,
};

/// A token that is matched in the text before the model sees it.
#[napi(object)]
#[expect(clippy::struct_excessive_bools, reason = "these are the fields of the file format")]
pub struct NativeAddedToken {
    pub content: String,
    pub special: bool,
    pub single_word: bool,
    pub lstrip: bool,
    pub rstrip: bool,
    pub normalized: bool,
}

/// An added token with its id.
#[napi(object)]
pub struct NativeAddedTokenInfo {
    pub id: u32,
    pub token: NativeAddedToken,
}

/// Tokens and their ids, side by side.
#[napi(object)]
pub struct NativeVocabulary {
    pub tokens: Vec<String>,
    pub ids: Uint32Array,
}

#[napi]
impl NativeTokenizer {
    /// The number of tokens, with or without added ones.
    #[napi]
    pub fn vocab_size(&self, env: Env, added_tokens: bool) -> napi::Result<u32> {
        let tokenizer = self.snapshot(env)?;
        let engine = tokenizer.engine_ref();
        let size = if added_tokens { engine.vocab_size() } else { engine.model_vocab_size() };
        Ok(u32::try_from(size).unwrap_or(u32::MAX))
    }

    /// The id of a token; null when it is unknown.
    #[napi]
    pub fn token_to_id(&self, env: Env, token: String) -> napi::Result<Option<u32>> {
        Ok(self.snapshot(env)?.engine_ref().token_to_id(&token))
    }

    /// The token of an id; null when it is unknown.
    #[napi]
    pub fn id_to_token(&self, env: Env, id: u32) -> napi::Result<Option<String>> {
        Ok(self.snapshot(env)?.engine_ref().id_to_token(id).map(std::borrow::Cow::into_owned))
    }

    /// All tokens, with or without added ones; of a token that stands twice the last one counts.
    #[napi]
    pub fn vocab(&self, env: Env, added_tokens: bool) -> napi::Result<NativeVocabulary> {
        Ok(vocabulary(&self.snapshot(env)?, added_tokens))
    }

    /// Added tokens with their ids, ascending.
    #[napi]
    pub fn added_tokens(&self, env: Env) -> napi::Result<Vec<NativeAddedTokenInfo>> {
        let tokenizer = self.snapshot(env)?;
        let info = |(id, token): (u32, &AddedToken)| NativeAddedTokenInfo { id, token: token.into() };
        Ok(tokenizer.engine_ref().added_tokens().map(info).collect())
    }

    /// Adds tokens; gives how many of them are new or have other flags than before.
    #[napi(ts_return_type = "Promise<number>")]
    pub fn add_tokens(
        &self,
        env: Env,
        tokens: Vec<NativeAddedToken>,
    ) -> napi::Result<AsyncTask<JobTask<AddTokensJob>>> {
        Ok(spawn(self.add_tokens_job(env, tokens)?))
    }

    /// Adds tokens at once.
    #[napi]
    pub fn add_tokens_sync(&self, env: Env, tokens: Vec<NativeAddedToken>) -> napi::Result<u32> {
        run_now(env, self.add_tokens_job(env, tokens)?)
    }

    fn add_tokens_job(&self, env: Env, tokens: Vec<NativeAddedToken>) -> napi::Result<AddTokensJob> {
        let before = self.snapshot(env)?;
        Ok(AddTokensJob { slot: self.slot(), before, tokens: tokens.into_iter().map(Into::into).collect() })
    }
}

fn vocabulary(tokenizer: &CachedTokenizer, added_tokens: bool) -> NativeVocabulary {
    let engine = tokenizer.engine_ref();
    let mut tokens = Vec::with_capacity(engine.vocab_size());
    let mut ids = Vec::with_capacity(engine.vocab_size());
    for (token, id) in engine.model_vocab() {
        tokens.push(token.into_owned());
        ids.push(id);
    }
    for (id, token) in engine.added_tokens().filter(|_| added_tokens) {
        tokens.push(token.content.clone());
        ids.push(id);
    }
    NativeVocabulary { tokens, ids: Uint32Array::new(ids) }
}

impl From<NativeAddedToken> for AddedToken {
    fn from(native: NativeAddedToken) -> Self {
        let NativeAddedToken { content, special, single_word, lstrip, rstrip, normalized } = native;
        Self { content, single_word, lstrip, rstrip, normalized, special }
    }
}

impl From<&AddedToken> for NativeAddedToken {
    fn from(token: &AddedToken) -> Self {
        let &AddedToken { single_word, lstrip, rstrip, normalized, special, .. } = token;
        Self { content: token.content.clone(), special, single_word, lstrip, rstrip, normalized }
    }
}
