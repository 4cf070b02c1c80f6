/// Why a text did not arrive.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A buffer could not be allocated.
    #[error("out of memory: cannot allocate {bytes} bytes")]
    OutOfMemory {
        /// The size that was asked for.
        bytes: usize,
    },
    /// Bytes that should be text are not UTF-8.
    #[error("invalid UTF-8 at byte {offset}")]
    InvalidUtf8 {
        /// Where the first invalid sequence starts, in bytes.
        offset: usize,
    },
}

/// The result of what can fail here.
pub type Result<T> = std::result::Result<T, Error>;
