/// Why a file is not for an engine, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) String);

impl<T: ToString> From<T> for Refusal {
    fn from(reason: T) -> Self {
        Self(reason.to_string())
    }
}
