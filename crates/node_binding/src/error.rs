use cached_tokenizer::Error;
use napi::{Env, JsError};

/// What can go wrong below the binding.
#[derive(Debug)]
pub enum Failure {
    /// The core said no.
    Core(Error),
    /// One input of a batch is at fault.
    Input {
        /// What the batch is called in the public function.
        batch: &'static str,
        /// The number of the input in the batch.
        index: usize,
        /// What is wrong with it.
        cause: Box<Failure>,
    },
    /// An option has a value that the TypeScript layer should not have let through.
    Argument(String),
    /// The tokenizer has been closed, or all that share what is asked for.
    Closed(&'static str),
    /// Something panicked; that is always a fault of ours.
    Panic(String),
}

pub type Outcome<T> = std::result::Result<T, Failure>;

/// The `code` of a JavaScript error.
struct Code(&'static str);

impl AsRef<str> for Code {
    fn as_ref(&self) -> &str {
        self.0
    }
}

impl Failure {
    fn code(&self) -> Code {
        Code(match self {
            Self::Input { cause, .. } => return cause.code(),
            Self::Argument(_) => "ERR_INVALID_ARGUMENT",
            Self::Closed(_) => "ERR_CLOSED",
            Self::Panic(_) => "ERR_INTERNAL",
            Self::Core(error) => core_code(error),
        })
    }

    fn message(self) -> String {
        match self {
            Self::Input { batch, index, cause } => format!("{batch}[{index}]: {}", cause.message()),
            Self::Core(error) => error.to_string(),
            Self::Argument(message) => message,
            Self::Closed(message) => message.to_owned(),
            Self::Panic(message) => format!("internal error, please report it: {message}"),
        }
    }

    /// The failure of one input of a batch.
    pub(crate) fn input(batch: &'static str, index: usize, cause: Self) -> Self {
        Self::Input { batch, index, cause: Box::new(cause) }
    }

    /// The failure as a JavaScript error with its `code`. napi-rs keeps a reference to the error object made here, so that the same
    /// object is thrown by a synchronous call and rejects the promise of an asynchronous one.
    pub(crate) fn into_js(self, env: Env) -> napi::Error {
        let code = self.code();
        napi::Error::from(JsError::from(napi::Error::new(code, self.message())).into_unknown(env))
    }
}

fn core_code(error: &Error) -> &'static str {
    match error {
        Error::InFile { cause, .. } => core_code(cause),
        Error::NotFound { .. } | Error::Unreadable { .. } | Error::UnknownEncoding { .. } => "ERR_TOKENIZER_NOT_FOUND",
        Error::FileTooLarge { .. } | Error::InvalidTokenizer { .. } | Error::InvalidConfig { .. } => {
            "ERR_TOKENIZER_INVALID"
        }
        Error::UnknownControlToken { .. } | Error::EmptyAddedToken { .. } | Error::OtherVocabulary => {
            "ERR_INVALID_ARGUMENT"
        }
        Error::SpecialToken { .. } => "ERR_SPECIAL_TOKEN",
        Error::InvalidUtf8 { .. } => "ERR_INVALID_UTF8",
        Error::IdOutOfRange { .. } => "ERR_ID_OUT_OF_RANGE",
        Error::OutOfMemory { .. } => "ERR_OUT_OF_MEMORY",
        // The TypeScript layer has told its caller already, and drops this.
        Error::Cancelled => "ERR_CANCELLED",
        Error::Encode { .. } | Error::Decode { .. } | Error::NotLiteral { .. } | Error::RandomOutput => {
            "ERR_UNSUPPORTED"
        }
        _ => "ERR_INTERNAL",
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

impl From<text_transfer::Error> for Failure {
    fn from(error: text_transfer::Error) -> Self {
        Self::Core(match error {
            text_transfer::Error::OutOfMemory { bytes } => Error::OutOfMemory { bytes },
            text_transfer::Error::InvalidUtf8 { offset } => Error::InvalidUtf8 { offset },
        })
    }
}
