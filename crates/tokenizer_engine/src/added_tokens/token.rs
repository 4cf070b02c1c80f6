use serde::{Deserialize, Serialize};

/// A token that is matched in the text before the model sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "these are the fields of the file format")]
pub struct AddedToken {
    /// The text that is matched.
    pub content: String,
    /// Match only where no word character stands on either side.
    pub single_word: bool,
    /// Take the white space before the match as well.
    pub lstrip: bool,
    /// Take the white space after the match as well.
    pub rstrip: bool,
    /// Look for the normalized content in the normalized text, instead of the content in the text as given.
    pub normalized: bool,
    /// A control token: left out by decoding on request, and treated as text under [`super::SpecialTokens::Text`].
    pub special: bool,
}
