use napi::{Env, bindgen_prelude::Unknown};
use napi_derive::napi;
use text_transfer::Utf16Buffer;

use crate::text::Text;

/// A text that crosses in slices, so that no turn of the event loop has to copy all of it. It is passed in place of a text, and is empty again then.
#[napi]
pub struct NativeTextBuffer {
    /// How much is to come, in UTF-16 units or bytes.
    room: u32,
    text: Option<Text>,
}

#[napi]
impl NativeTextBuffer {
    /// An empty buffer for a text of so many UTF-16 units, or bytes.
    #[napi(constructor)]
    pub fn new(units: u32) -> Self {
        Self { room: units, text: None }
    }

    /// Appends the next slice: all of them strings, or all of them bytes.
    #[napi]
    pub fn append(
        &mut self,
        env: Env,
        #[napi(ts_arg_type = "string | Uint8Array | { parts: string[] }")] slice: Unknown<'_>,
    ) -> napi::Result<()> {
        let text = match &mut self.text {
            Some(text) => text,
            empty => empty.insert(Text::with_room_for(env, slice, self.room as usize)?),
        };
        text.append(env, slice)
    }

    /// The text; the buffer is empty then.
    pub(crate) fn take(&mut self) -> Text {
        self.text.take().unwrap_or_else(|| Text::Utf16(Utf16Buffer::default()))
    }
}
