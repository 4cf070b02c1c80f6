//! The compact form of a byte-level BPE vocabulary.
//!
//! Every token but the 256 bytes is made by exactly one merge of two earlier tokens, so the pairs alone say everything: the bytes of a
//! token are those of its left part and then those of its right part. The pairs are stored as six planes of bytes (low, middle
//! and high byte of the left ids, then of the right ids), since planes compress to a third less than whole numbers do.
//!
//! ```text
//! "TWV1" | u32 LE length of the header | header, JSON | zlib stream of the six planes
//! ```
//!
//! `scripts/make-vocabularies.ts` writes it.

use std::collections::BTreeMap;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde::Deserialize;

use crate::{
    engines::{ByteModel, Merge},
    error::{Error, Result},
    vocabulary::ByteVocabulary,
};

const MAGIC: &[u8; 4] = b"TWV1";
const BYTE_TOKENS: usize = 256;
/// The id that the first merge makes.
const FIRST_MERGED: u32 = 256;
const PLANES: usize = 6;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Header {
    pattern: String,
    special_tokens: BTreeMap<String, u32>,
    byte_order: String,
    merges: usize,
}

/// A vocabulary as unpacked from its compact form.
pub(crate) struct CompactVocabulary {
    /// The regex that cuts text into words.
    pub(crate) pattern: String,
    /// Control tokens with their ids.
    pub(crate) special_tokens: BTreeMap<String, u32>,
    /// The byte that each of the ids 0 to 255 stands for.
    pub(crate) byte_order: [u8; BYTE_TOKENS],
    /// Merge `i` makes token `256 + i` from these two, in order of rank.
    pub(crate) merges: Vec<(u32, u32)>,
}

impl CompactVocabulary {
    /// Unpacks the compact form.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when the data is not what the script wrote.
    pub(crate) fn unpack(data: &[u8]) -> Result<Self> {
        let (header, planes) = split_header(data).ok_or_else(|| damaged("header"))?;
        let header: Header = serde_json::from_slice(header).map_err(Error::invalid)?;
        let byte_order = BASE64_STANDARD.decode(&header.byte_order).map_err(Error::invalid)?;
        let planes = decompress_to_vec_zlib_with_limit(planes, PLANES * header.merges).map_err(Error::invalid)?;
        Ok(Self {
            pattern: header.pattern,
            special_tokens: header.special_tokens,
            byte_order: byte_order.try_into().map_err(|_| damaged("byteOrder"))?,
            merges: merges_of(&planes, header.merges)?,
        })
    }

    /// The model, straight into its tables. Control tokens stand in the vocabulary too, as they do in published files: only so do
    /// they keep ids that leave a gap.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidTokenizer`] when two tokens are the same.
    pub(crate) fn to_model(&self) -> Result<ByteModel> {
        let mut vocabulary = ByteVocabulary::with_capacity(BYTE_TOKENS + self.merges.len() + self.special_tokens.len());
        for (id, byte) in (0..).zip(self.byte_order) {
            insert(&mut vocabulary, &[byte], id)?;
        }
        let mut merges = Vec::with_capacity(self.merges.len());
        let mut token = Vec::new();
        for (product, &(left, right)) in (FIRST_MERGED..).zip(&self.merges) {
            token.clear();
            token.extend_from_slice(vocabulary.token(left));
            token.extend_from_slice(vocabulary.token(right));
            insert(&mut vocabulary, &token, product)?;
            merges.push(Merge { left, right, product });
        }
        for (token, &id) in &self.special_tokens {
            insert(&mut vocabulary, token.as_bytes(), id)?;
        }
        vocabulary.shrink();
        // The script that writes the compact form merges every token by the ranks below its own and checks that its two parts are
        // left. The merge of those two comes next, so every token comes out of its own merges whole.
        Ok(ByteModel { vocabulary, merges, keeps_whole_words: true })
    }
}

fn insert(vocabulary: &mut ByteVocabulary, token: &[u8], id: u32) -> Result<()> {
    vocabulary.insert_bytes(token, id).ok_or_else(|| damaged("a token has two ids, or an id two tokens"))
}

fn split_header(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = data.strip_prefix(MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    rest.split_at_checked(u32::from_le_bytes(*length) as usize)
}

fn merges_of(planes: &[u8], count: usize) -> Result<Vec<(u32, u32)>> {
    if planes.len() != PLANES * count {
        return Err(damaged("planes"));
    }
    let byte = |plane: usize, index: usize| u32::from(planes[plane * count + index]);
    let id =
        |first: usize, index: usize| byte(first, index) | byte(first + 1, index) << 8 | byte(first + 2, index) << 16;
    (0..count)
        .map(|index| {
            let pair = (id(0, index), id(3, index));
            let made = BYTE_TOKENS + index;
            let is_earlier = |id: u32| (id as usize) < made;
            if is_earlier(pair.0) && is_earlier(pair.1) { Ok(pair) } else { Err(damaged("merges")) }
        })
        .collect()
}

fn damaged(part: &str) -> Error {
    Error::invalid(format!("the embedded vocabulary is damaged: {part}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(merges: &[(u8, u8)]) -> Vec<u8> {
        let order = BASE64_STANDARD.encode((0..=255).collect::<Vec<u8>>());
        let header = format!(
            r#"{{"pattern":"a+","specialTokens":{{"<s>":300}},"byteOrder":"{order}","merges":{}}}"#,
            merges.len()
        );
        let plane = |pick: fn(&(u8, u8)) -> u8| merges.iter().map(pick).collect::<Vec<u8>>();
        let zeros = vec![0; merges.len()];
        let planes =
            [plane(|pair| pair.0), zeros.clone(), zeros.clone(), plane(|pair| pair.1), zeros.clone(), zeros].concat();
        let header_length = u32::try_from(header.len()).unwrap().to_le_bytes();
        let planes = miniz_oxide::deflate::compress_to_vec_zlib(&planes, 6);
        [MAGIC.as_slice(), &header_length, header.as_bytes(), &planes].concat()
    }

    #[test]
    fn unpacks_what_was_packed() {
        let vocabulary = CompactVocabulary::unpack(&packed(&[(b'a', b'b'), (b'c', b'd')])).unwrap();
        assert_eq!(vocabulary.merges, [(97, 98), (99, 100)]);
        let model = vocabulary.to_model().unwrap();
        assert_eq!(
            (model.vocabulary.id(b"ab"), model.vocabulary.id(b"cd"), model.vocabulary.id(b"<s>")),
            (Some(256), Some(257), Some(300))
        );
        assert_eq!(model.merges[1], Merge { left: 99, right: 100, product: 257 });
        assert_eq!(vocabulary.special_tokens["<s>"], 300);
    }

    #[test]
    fn damage_is_an_error_and_not_a_panic() {
        let whole = packed(&[(b'a', b'b')]);
        for length in 0..whole.len() {
            assert!(CompactVocabulary::unpack(&whole[..length]).is_err(), "cut at {length}");
        }
    }
}
