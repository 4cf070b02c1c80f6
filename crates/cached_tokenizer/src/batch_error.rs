use tokenizer_engine::Error;

/// Why a batch failed.
#[derive(Debug)]
pub struct BatchError {
    /// The input that failed; `None` when the batch failed as a whole.
    pub index: Option<usize>,
    /// What is wrong.
    pub cause: Error,
}
