use std::path::{Path, PathBuf};

/// Why a tokenizer could not be loaded, or a text not be encoded or decoded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no file at the path, or no tokenizer.json in the folder.
    #[error("no tokenizer at {}: {detail}", path.display())]
    NotFound {
        /// The path that was given.
        path: PathBuf,
        /// What was looked for.
        detail: String,
    },
    /// The file could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The path that was read.
        path: PathBuf,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// The file is larger than the caller allows.
    #[error("{} has {bytes} bytes, more than maxFileBytes = {max_bytes}", path.display())]
    FileTooLarge {
        /// The path that was given.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The limit.
        max_bytes: u64,
    },
    /// A file was read, but what it holds cannot be loaded.
    #[error("{}: {cause}", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        cause: Box<Error>,
    },
    /// The caller no longer wants the result.
    #[error("cancelled")]
    Cancelled,
    /// The text is not a tokenizer.json that can be loaded.
    #[error("not a valid tokenizer.json: {detail}")]
    InvalidTokenizer {
        /// What is wrong, with the line and column where there is one.
        detail: String,
    },
    /// The text is not a tokenizer_config.json that can be used.
    #[error("not a valid tokenizer_config.json: {detail}")]
    InvalidConfig {
        /// What is wrong.
        detail: String,
    },
    /// An added token is nothing once it is normalized, and would be found everywhere.
    #[error("the added token {content:?} is empty once it is normalized")]
    EmptyAddedToken {
        /// Its content.
        content: String,
    },
    /// A control token is named that is no added token.
    #[error("the control token {content:?} is not an added token")]
    UnknownControlToken {
        /// Its content.
        content: String,
    },
    /// A special or control token stands in a text that must not have any.
    #[error("the text holds the special token {token:?} at index {utf16} (byte {byte} of its UTF-8)")]
    SpecialToken {
        /// The token.
        token: String,
        /// Where it starts, in bytes.
        byte: usize,
        /// Where it starts, in UTF-16 units.
        utf16: usize,
    },
    /// A cache was asked for where the ids of a text differ from call to call.
    #[error("no segment cache: with the dropout of this tokenizer the ids of a text differ from call to call")]
    RandomOutput,
    /// A cache was to be shared by tokenizers that may give other ids.
    #[error(
        "cannot share the segment cache of a tokenizer of another vocabulary: both must come from the same file, with the same tokens added since"
    )]
    OtherVocabulary,
    /// The model itself gives the ids of special or control tokens for text.
    #[error("special tokens cannot be taken literally: {detail}")]
    NotLiteral {
        /// Which token shows it.
        detail: String,
    },
    /// No embedded vocabulary has this name.
    #[error("unknown encoding {name:?}; known encodings: {}", known.join(", "))]
    UnknownEncoding {
        /// The name that was asked for.
        name: String,
        /// The names that exist.
        known: Vec<&'static str>,
    },
    /// Bytes that should be text are not UTF-8.
    #[error("invalid UTF-8 at byte {offset}")]
    InvalidUtf8 {
        /// Where the first invalid sequence starts, in bytes.
        offset: usize,
    },
    /// An engine failed on a text, as 0.23 would.
    #[error("cannot encode the text: {detail}")]
    Encode {
        /// What the engine says.
        detail: String,
    },
    /// The decoder failed.
    #[error("cannot decode the ids: {detail}")]
    Decode {
        /// What the decoder says.
        detail: String,
    },
    /// An id is in no vocabulary.
    #[error("id {id} at index {index} is not in the vocabulary of {vocab_size} tokens")]
    IdOutOfRange {
        /// The id.
        id: u32,
        /// Where it stands in the ids given.
        index: usize,
        /// The number of ids of the vocabulary, added tokens included.
        vocab_size: usize,
    },
    /// A buffer that grows with the input could not be allocated.
    #[error("out of memory: cannot allocate {bytes} bytes")]
    OutOfMemory {
        /// The size that was asked for.
        bytes: usize,
    },
}

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    #[expect(clippy::needless_pass_by_value, reason = "so that it can be handed to `map_err`")]
    pub(crate) fn invalid(detail: impl ToString) -> Self {
        Self::InvalidTokenizer { detail: detail.to_string() }
    }

    pub(crate) fn invalid_config(detail: String) -> Self {
        Self::InvalidConfig { detail }
    }

    pub(crate) fn in_file(self, path: &Path) -> Self {
        Self::InFile { path: path.to_owned(), cause: Box::new(self) }
    }

    #[expect(clippy::needless_pass_by_value, reason = "so that it can be handed to `map_err`")]
    pub(crate) fn encode(detail: impl ToString) -> Self {
        Self::Encode { detail: detail.to_string() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "so that it can be handed to `map_err`")]
    pub(crate) fn decode(detail: impl ToString) -> Self {
        Self::Decode { detail: detail.to_string() }
    }
}
