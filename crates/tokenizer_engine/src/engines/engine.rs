use std::fmt;

use tokenizers_classic::{ModelWrapper, Token};

use crate::{error::Result, words::Words};

/// Which engine serves a tokenizer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineKind {
    /// Our own byte-level BPE.
    ByteBpe,
    /// Our own character-level BPE with byte fallback, as SentencePiece trains it.
    CharBpe,
    /// Our own Unigram.
    Unigram,
    /// Our own WordPiece.
    WordPiece,
    /// Our own WordLevel.
    WordLevel,
    /// `tokenizers` 0.23.2: the reference itself, serves everything else.
    Classic,
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByteBpe => "byte_bpe",
            Self::CharBpe => "char_bpe",
            Self::Unigram => "unigram",
            Self::WordPiece => "word_piece",
            Self::WordLevel => "word_level",
            Self::Classic => "classic",
        })
    }
}

/// What a model has besides its vocabulary and its fields.
pub(crate) enum ModelDetails<'a> {
    Nothing,
    /// The pairs that merge, by rank.
    Merges(Vec<(u32, u32)>),
    /// The scores of all tokens, by id.
    Scores(&'a [f64]),
    /// 0.23's own model, which serializes itself.
    Reference(&'a ModelWrapper),
}

/// Where a piece stands in its input. Few files care; [`crate::TokenizerEngine::deciding_position`] tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// The piece begins where the input begins. `Metaspace` with `prepend_scheme: "first"` then puts its mark before it.
    OpensInput,
    /// Something stands before it.
    Inside,
    /// It is the rest of a piece behind a place where that can be cut, so nothing is put before it that belongs before pieces.
    GoesOn,
}

/// Encodes pieces of normalized text that hold no added tokens.
///
/// Calls may come from many threads at once; no call waits for another to finish.
pub(crate) trait Engine: Send + Sync {
    fn kind(&self) -> EngineKind;

    /// Appends the ids of `text` to `out`.
    ///
    /// # Errors
    ///
    /// [`crate::Error::Encode`] where 0.23 fails as well.
    fn encode(&self, text: &str, position: Position, out: &mut Vec<u32>) -> Result<()>;

    /// Appends `text` pre-token by pre-token. Slower than [`Self::encode`]; only truncation asks for it.
    ///
    /// # Errors
    ///
    /// As [`Self::encode`], unless it is a single pre-token that fails: that is appended as failed.
    fn encode_words(&self, text: &str, position: Position, words: &mut Words) -> Result<()>;

    /// The tokens of one pre-token, spelled as 0.23's pre-tokenizer leaves it, each with its place in that spelling. Slow; only offsets ask for
    /// it, where they do not follow from the ids.
    ///
    /// # Errors
    ///
    /// As [`Self::encode`].
    fn tokenize(&self, word: &str) -> Result<Vec<Token>>;

    /// What the model has besides its vocabulary and its fields.
    fn details(&self) -> ModelDetails<'_>;

    /// Whether text that no pre-token ends in can be cut between two characters: both sides have the ids that they have in the whole.
    fn encodes_apart(&self, _left: char, _right: char) -> bool {
        false
    }

    /// Whether the bytes of the ids are those of the text, unless the pre-tokenizer takes some away.
    fn spells_text(&self) -> bool {
        false
    }

    /// Makes what the first texts would otherwise wait for.
    fn prepare(&self) {}

    /// Whether encoding a text takes as long as its length says, now: nothing has to be made first, and it is left to none of 0.23's own code.
    fn is_prompt(&self, _text: &str) -> bool {
        false
    }
}
