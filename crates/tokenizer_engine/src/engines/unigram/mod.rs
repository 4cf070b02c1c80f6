//! Unigram: of all ways to cut a word into tokens, the one with the highest sum of scores.
//!
//! The tokens in a word are found by one pass of an automaton, end by end, instead of one walk through a trie a character. Sums are
//! added up in the same order as 0.23 does, from the left, and of equal sums the token that starts first wins; so ids are the same to
//! the last bit of a score. Cost is linear in the word and in the number of tokens found in it.

mod best_path;
mod model;

pub(crate) use model::Unigram;
