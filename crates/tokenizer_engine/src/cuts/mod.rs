//! Where a piece of text can be cut so that its ids are those of the two parts, in order.
//!
//! A cut stands between two neighbouring characters, and whether it is exact must follow from them and from the file, whatever else the text
//! holds. The steps of encoding are proved one after the other, each for the characters that the step before makes of the two:
//!
//! 1. *The normalizer* works on both sides apart ([`crate::normalizer`]): nothing composes, reorders or is replaced across the cut.
//! 2. *No added token* that is matched in normalized text can hold both characters side by side, end or begin at the cut with a flag that looks
//!    beyond it.
//! 3. *The pre-tokenizer* ends a pre-token at the cut ([`pre_tokenizer`]), or would only join the two pre-tokens beside it.
//! 4. In the second case *the model* must encode both sides of the pre-token apart, which BPE does where no token holds the two
//!    characters side by side: then no merge ever joins across the cut.
//!
//! That is for pieces, which hold no added tokens of the first pass. A text that may hold some can be cut where, besides, none of those can reach
//! across ([`text`]).
//!
//! What cannot be proved is not cut. The rule is worked out when it is first needed, as a table of the pairs of ASCII characters; other pairs
//! are worked out where they are met.

mod character;
mod pre_tokenizer;
mod rule;
mod text;
mod token_reach;

pub(crate) use pre_tokenizer::reaches;
pub(crate) use rule::CutRule;
pub use text::CUT_CONTEXT_BYTES;
