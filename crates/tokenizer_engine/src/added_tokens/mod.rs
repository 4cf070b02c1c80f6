//! Added tokens: their ids, and the split of a text at them.
//!
//! The split is ours, since an engine would look for added tokens again in every piece it is given and decide `single_word` and
//! stripping without seeing what stands beside the piece. It follows 0.23 exactly: matches are leftmost-longest over the full input,
//! flags are resolved on the full input, and tokens with `normalized: true` are looked for in a second pass, in the normalized text
//! of the pieces that the first pass left.

mod matcher;
mod patterns;
mod prefilter;
mod token;
mod vocabulary;

pub(crate) use matcher::Matcher;
pub use matcher::{Fragment, SpecialTokens};
pub use token::AddedToken;
pub(crate) use vocabulary::AddedVocabulary;
