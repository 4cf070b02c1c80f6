use cached_tokenizer::Encoding;
use napi::bindgen_prelude::{Uint8Array, Uint32Array};
use napi_derive::napi;

/// What encoding a text or a pair gives. All but the ids is there only if it was asked for.
#[napi(object)]
pub struct NativeEncoding {
    pub ids: Uint32Array,
    pub type_ids: Option<Uint8Array>,
    pub attention_mask: Option<Uint8Array>,
    pub special_tokens_mask: Option<Uint8Array>,
    /// Pairs of a start and an end.
    pub offsets: Option<Uint32Array>,
    pub overflowing: Option<Vec<NativeEncoding>>,
}

/// An encoding whose offsets are in the units of the input.
pub struct MeasuredEncoding {
    pub(crate) encoding: Encoding,
    pub(crate) offsets: Option<Vec<u32>>,
    pub(crate) overflowing: Option<Vec<MeasuredEncoding>>,
}

impl From<MeasuredEncoding> for NativeEncoding {
    /// The buffers become the arrays' own memory, without a second copy.
    fn from(measured: MeasuredEncoding) -> Self {
        let MeasuredEncoding { encoding, offsets, overflowing } = measured;
        Self {
            ids: Uint32Array::new(encoding.ids),
            type_ids: encoding.type_ids.map(Uint8Array::new),
            attention_mask: encoding.attention_mask.map(Uint8Array::new),
            special_tokens_mask: encoding.special_tokens_mask.map(Uint8Array::new),
            offsets: offsets.map(Uint32Array::new),
            overflowing: overflowing.map(|parts| parts.into_iter().map(Into::into).collect()),
        }
    }
}
