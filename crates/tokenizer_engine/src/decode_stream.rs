//! Decoding id by id: all that is given out, joined, is what decoding all ids at once gives.
//!
//! How a decoder turns tokens into text decides what can be given out early:
//!
//! - `ByteLevel` joins the bytes of all tokens: everything up to a character that is not complete yet.
//! - Most others turn each token into text by itself, but for the first token and for runs of byte tokens: a token's text is
//!   what it adds to the text of the tokens just before it, and a run of bytes waits for the token that ends it.
//! - A decoder that looks further back, as one that strips the end of the whole text, gives out everything at the end.

use std::sync::Arc;

use tokenizers_classic::DecoderWrapper;

use crate::{
    byte_alphabet::append_spelled,
    decoder::{DecodeOptions, UnknownIds},
    error::{Error, Result},
    tokenizer::TokenizerEngine,
};

/// A text that is decoded id by id.
///
/// ```
/// use std::sync::Arc;
///
/// use tokenizer_engine::{DecodeOptions, DecodeStream, TokenizerEngine};
///
/// let tokenizer = Arc::new(TokenizerEngine::from_encoding("o200k_base")?);
/// let mut stream = DecodeStream::new(tokenizer, DecodeOptions::default());
/// assert_eq!(stream.push(13_225)?, "Hello");
/// assert_eq!(stream.push(2375)?, " world");
/// assert_eq!(stream.flush()?, "");
/// # Ok::<(), tokenizer_engine::Error>(())
/// ```
pub struct DecodeStream {
    tokenizer: Arc<TokenizerEngine>,
    options: DecodeOptions,
    way: Way,
    pushed: usize,
}

enum Way {
    /// The bytes that are not given out yet.
    Bytes(Vec<u8>),
    Tokens(Window),
    /// All tokens so far.
    Whole(Vec<String>),
}

/// Tokens whose text is given out but decides how the next ones are decoded, and tokens that wait.
#[derive(Default)]
struct Window {
    context: Vec<String>,
    /// What the context alone decodes to.
    context_text: String,
    waiting: Vec<String>,
    falls_back_to_bytes: bool,
}

impl DecodeStream {
    /// A stream at its start.
    pub fn new(tokenizer: Arc<TokenizerEngine>, options: DecodeOptions) -> Self {
        let way = Way::of(tokenizer.decoder.wrapper());
        Self { tokenizer, options, way, pushed: 0 }
    }

    /// Adds an id: the text that is certain now, often none.
    ///
    /// # Errors
    ///
    /// [`Error::IdOutOfRange`] for an id that is in no vocabulary, unless such ids are skipped; the stream goes on as if it had not been there. And
    /// [`Error::Decode`].
    pub fn push(&mut self, id: u32) -> Result<String> {
        let index = self.pushed;
        let token = match self.tokenizer.id_to_token(id) {
            Some(token) => token.into_owned(),
            None if self.options.unknown_ids == UnknownIds::Skip => return Ok(String::new()),
            None => return Err(Error::IdOutOfRange { id, index, vocab_size: self.tokenizer.vocab_size() }),
        };
        self.pushed += 1;
        if self.options.skip_special_tokens && self.tokenizer.added.is_special(&token) {
            return Ok(String::new());
        }
        match &mut self.way {
            Way::Bytes(bytes) => {
                append_token_bytes(&token, bytes);
                Ok(take_complete(bytes))
            }
            Way::Tokens(window) => window.push(token, &self.tokenizer),
            Way::Whole(tokens) => {
                tokens.push(token);
                Ok(String::new())
            }
        }
    }

    /// Ends the text: all that was held back, with U+FFFD for a character that is not complete. The stream is then at its start again.
    ///
    /// # Errors
    ///
    /// [`Error::Decode`].
    pub fn flush(&mut self) -> Result<String> {
        self.pushed = 0;
        let way = std::mem::replace(&mut self.way, Way::of(self.tokenizer.decoder.wrapper()));
        match way {
            Way::Bytes(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Way::Tokens(mut window) => window.take_waiting(&self.tokenizer),
            Way::Whole(tokens) => self.tokenizer.decoder.decode(tokens),
        }
    }
}

impl Way {
    fn of(decoder: Option<&DecoderWrapper>) -> Self {
        let window = |falls_back_to_bytes| Self::Tokens(Window { falls_back_to_bytes, ..Window::default() });
        match decoder {
            // Without a decoder, tokens are joined with spaces.
            None => window(false),
            Some(DecoderWrapper::ByteLevel(_)) => Self::Bytes(Vec::new()),
            Some(decoder) => match reach(decoder, Reach::default()) {
                Some(Reach { falls_back_to_bytes, .. }) => window(falls_back_to_bytes),
                None => Self::Whole(Vec::new()),
            },
        }
    }
}

/// How far the decoders so far look.
#[derive(Default, Clone, Copy)]
struct Reach {
    falls_back_to_bytes: bool,
    /// The tokens are one text by now.
    is_fused: bool,
}

/// `None` for a decoder that looks beyond the tokens just before a token.
fn reach(decoder: &DecoderWrapper, before: Reach) -> Option<Reach> {
    match decoder {
        DecoderWrapper::Sequence(sequence) => {
            sequence.get_decoders().iter().try_fold(before, |before, member| reach(member, before))
        }
        DecoderWrapper::Fuse(_) => Some(Reach { is_fused: true, ..before }),
        // Of one text only the start may be stripped.
        DecoderWrapper::Strip(strip) if before.is_fused => (strip.stop == 0).then_some(before),
        _ if before.is_fused => None,
        DecoderWrapper::ByteFallback(_) => Some(Reach { falls_back_to_bytes: true, ..before }),
        DecoderWrapper::Metaspace(_)
        | DecoderWrapper::WordPiece(_)
        | DecoderWrapper::Replace(_)
        | DecoderWrapper::Strip(_) => Some(before),
        _ => None,
    }
}

impl Window {
    fn push(&mut self, token: String, tokenizer: &TokenizerEngine) -> Result<String> {
        let waits = self.falls_back_to_bytes && is_byte(&token);
        self.waiting.push(token);
        if waits { Ok(String::new()) } else { self.take_waiting(tokenizer) }
    }

    /// The text that the waiting tokens add; they are the context of the next ones.
    fn take_waiting(&mut self, tokenizer: &TokenizerEngine) -> Result<String> {
        let decoder = &tokenizer.decoder;
        let all = [self.context.as_slice(), &self.waiting].concat();
        let text = decoder.decode(all.clone())?;
        let added =
            text.strip_prefix(&self.context_text).ok_or_else(|| Error::decode("a token changes the text before it"))?;
        let added = added.to_owned();
        self.waiting.clear();
        // The last token alone is context enough once it has text of its own: then what a decoder does to the start of a text falls on it.
        let last = all.last().map(|last| decoder.decode(vec![last.clone()])).transpose()?.unwrap_or_default();
        (self.context, self.context_text) =
            if last.is_empty() { (all, text) } else { (all[all.len() - 1..].to_vec(), last) };
        Ok(added)
    }
}

/// Whether a `ByteFallback` decoder takes the token for a byte.
fn is_byte(token: &str) -> bool {
    let digits = token.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>'));
    token.len() == 6 && digits.is_some_and(|digits| u8::from_str_radix(digits, 16).is_ok())
}

/// As 0.23's `ByteLevel`: a token that is not spelled in the byte alphabet as a whole stands for itself.
fn append_token_bytes(token: &str, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    if append_spelled(token, bytes).is_none() {
        bytes.truncate(start);
        bytes.extend_from_slice(token.as_bytes());
    }
}

/// Takes all but a character at the end that is not complete; broken ones in between become U+FFFD.
fn take_complete(bytes: &mut Vec<u8>) -> String {
    let incomplete = bytes.utf8_chunks().last().map_or(0, |chunk| {
        let ends_early = std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
        if ends_early { chunk.invalid().len() } else { 0 }
    });
    let rest = bytes.split_off(bytes.len() - incomplete);
    let complete = std::mem::replace(bytes, rest);
    String::from_utf8_lossy(&complete).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn tokenizer(decoder: &str) -> Arc<TokenizerEngine> {
        let tokens = [
            "a", "▁b", "##c", "<0xE4>", "<0xB8>", "<0x96>", "<0x41>", " ", "Ġd", "ä", "¸", "ĸ", "<s>", "", "e.", "'s",
            "</w>", "▁", "é",
        ];
        let vocab: serde_json::Map<_, _> =
            tokens.iter().zip(0..).map(|(token, id)| ((*token).to_owned(), id.into())).collect();
        let json = serde_json::json!({
            "added_tokens": [{ "id": 12, "content": "<s>", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true }],
            "decoder": serde_json::from_str::<serde_json::Value>(decoder).unwrap(),
            "model": { "type": "WordLevel", "unk_token": "a", "vocab": vocab },
        });
        Arc::new(TokenizerEngine::from_json(&json.to_string()).unwrap())
    }

    const DECODERS: [&str; 12] = [
        "null",
        r#"{"type":"ByteLevel","add_prefix_space":true,"trim_offsets":true,"use_regex":true}"#,
        r#"{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":true}"#,
        r###"{"type":"WordPiece","prefix":"##","cleanup":true}"###,
        r#"{"type":"BPEDecoder","suffix":"</w>"}"#,
        r#"{"type":"CTC","pad_token":"a","word_delimiter_token":"▁","cleanup":true}"#,
        r#"{"type":"Fuse"}"#,
        r#"{"type":"ByteFallback"}"#,
        r#"{"type":"Strip","content":"a","start":1,"stop":0}"#,
        r#"{"type":"Sequence","decoders":[{"type":"Replace","pattern":{"String":"▁"},"content":" "},{"type":"ByteFallback"},{"type":"Fuse"},{"type":"Strip","content":" ","start":1,"stop":0}]}"#,
        r#"{"type":"Sequence","decoders":[{"type":"Replace","pattern":{"String":"▁"},"content":" "},{"type":"Fuse"},{"type":"Strip","content":" ","start":2,"stop":0}]}"#,
        r#"{"type":"Sequence","decoders":[{"type":"Fuse"},{"type":"Replace","pattern":{"String":"a▁"},"content":"!"}]}"#,
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn what_is_given_out_joins_to_what_decoding_at_once_gives(
            ids in prop::collection::vec(0..20_u32, 0..12),
            skip_special_tokens in any::<bool>(),
        ) {
            let options = DecodeOptions { skip_special_tokens, unknown_ids: UnknownIds::Skip };
            for decoder in DECODERS {
                let tokenizer = tokenizer(decoder);
                let Ok(expected) = tokenizer.decode(&ids, options) else { continue };
                let mut stream = DecodeStream::new(Arc::clone(&tokenizer), options);
                // Twice, as a stream begins anew when it is flushed.
                for _ in 0..2 {
                    let mut text = String::new();
                    for &id in &ids {
                        text.push_str(&stream.push(id).unwrap());
                    }
                    text.push_str(&stream.flush().unwrap());
                    prop_assert_eq!(&text, &expected, "{} {:?}", decoder, ids);
                }
            }
        }
    }

    #[test]
    fn a_character_is_given_out_when_it_is_complete() {
        let mut stream = DecodeStream::new(tokenizer(DECODERS[1]), DecodeOptions::default());
        assert_eq!([8, 9, 10, 11, 9].map(|id| stream.push(id).unwrap()), [" d", "", "", "世", ""]);
        assert_eq!(stream.flush().unwrap(), "\u{fffd}");
        assert_eq!(stream.flush().unwrap(), "");
        let mut stream = DecodeStream::new(tokenizer(DECODERS[9]), DecodeOptions::default());
        assert_eq!([1, 1, 3, 4, 5, 0].map(|id| stream.push(id).unwrap()), ["b", " b", "", "", "", "世a"]);
    }

    #[test]
    fn an_unknown_id_is_named_and_changes_nothing() {
        let mut stream = DecodeStream::new(tokenizer(DECODERS[0]), DecodeOptions::default());
        stream.push(0).unwrap();
        let error = stream.push(99).unwrap_err().to_string();
        assert!(error.contains("id 99 at index 1"), "{error}");
        assert_eq!(stream.push(0).unwrap(), " a");
    }
}
