use napi::{
    Env, JsValue, Status, ValueType,
    bindgen_prelude::{
        Array, FromNapiMutRef as _, FromNapiValue, JavaScriptClassExt as _, JsObjectValue, Object, TypeName,
        Uint8Array, Unknown, ValidateNapiValue,
    },
    check_status, sys,
};
use text_transfer::{Utf8Buffer, Utf16Buffer, utf8_from_utf16};

use crate::{
    error::{Failure, Outcome},
    text_buffer::NativeTextBuffer,
    units::Unit,
};

/// Most text of a small job, in the units of its caller: to work on it takes a millisecond or two at most.
pub(crate) const SMALL_UNITS: usize = 64 << 10;

/// A text as it crossed from JavaScript: copied on the JavaScript thread, decoded off it.
///
/// Strings cross as UTF-16, which V8 hands over six times faster than UTF-8. Bytes are copied as well: the array could be rewritten or
/// transferred away while a task reads it.
pub enum Text {
    /// From a string, or from the parts of one.
    Utf16(Utf16Buffer),
    /// From a `Uint8Array`.
    Utf8(Vec<u8>),
}

impl Text {
    /// What its caller measures it in.
    pub(crate) fn unit(&self) -> Unit {
        match self {
            Self::Utf16(_) => Unit::Utf16,
            Self::Utf8(_) => Unit::Byte,
        }
    }

    /// Its length in the units of its caller.
    pub(crate) fn units(&self) -> usize {
        match self {
            Self::Utf16(buffer) => buffer.units().len(),
            Self::Utf8(bytes) => bytes.len(),
        }
    }

    /// The text as UTF-8.
    pub(crate) fn into_utf8(self) -> Outcome<Utf8Buffer> {
        match self {
            Self::Utf16(buffer) => Ok(utf8_from_utf16(buffer.units())?),
            Self::Utf8(bytes) => Ok(Utf8Buffer::checked(bytes)?),
        }
    }
}

impl TypeName for Text {
    fn type_name() -> &'static str {
        "string | Uint8Array | { parts: string[] }"
    }

    fn value_type() -> ValueType {
        ValueType::Unknown
    }
}

impl ValidateNapiValue for Text {
    /// Tells a text from an array, which is how a pair crosses; what an object holds is looked at when it is read.
    unsafe fn validate(env: sys::napi_env, value: sys::napi_value) -> napi::Result<sys::napi_value> {
        // SAFETY: the caller passes a live environment and value; the checks only look at the type.
        let unknown = unsafe { Unknown::from_napi_value(env, value)? };
        match unknown.get_type()? {
            ValueType::String => Ok(std::ptr::null_mut()),
            ValueType::Object if !unknown.is_array()? => Ok(std::ptr::null_mut()),
            other => Err(not_a_text(other)),
        }
    }
}

fn not_a_text(kind: ValueType) -> napi::Error {
    napi::Error::new(Status::InvalidArg, format!("a text cannot be made from {kind}"))
}

impl FromNapiValue for Text {
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> napi::Result<Self> {
        // SAFETY: the caller passes a live environment and value; everything below only hands them on.
        let unknown = unsafe { Unknown::from_napi_value(env, value)? };
        let env = Env::from_raw(env);
        if unknown.get_type()? == ValueType::Object && NativeTextBuffer::instance_of(&env, &unknown)? {
            // SAFETY: as above; what it is was just checked.
            return Ok(unsafe { NativeTextBuffer::from_napi_mut_ref(env.raw(), value)? }.take());
        }
        let mut text = Self::with_room_for(env, unknown, 0)?;
        text.append(env, unknown)?;
        Ok(text)
    }
}

impl Text {
    /// An empty text of the kind that a value is, with room for so many units or bytes.
    pub(crate) fn with_room_for(env: Env, value: Unknown<'_>, room: usize) -> napi::Result<Self> {
        let text = if value.is_typedarray()? {
            Utf8Buffer::empty(room).map(Self::Utf8)
        } else {
            let mut units = Utf16Buffer::default();
            units.reserve(room).map(|()| Self::Utf16(units))
        };
        text.map_err(|error| Failure::from(error).into_js(env))
    }

    /// Appends what a string, a `Uint8Array` or the parts of a string hold.
    pub(crate) fn append(&mut self, env: Env, value: Unknown<'_>) -> napi::Result<()> {
        match (self, value.get_type()?) {
            (Self::Utf16(units), ValueType::String) => append_units(env.raw(), value.raw(), units),
            (Self::Utf8(bytes), ValueType::Object) if value.is_typedarray()? => {
                // SAFETY: the value is live; the conversion checks the kind of array itself.
                let array = unsafe { Uint8Array::from_napi_value(env.raw(), value.raw())? };
                Utf8Buffer::append(bytes, &array).map_err(|error| Failure::from(error).into_js(env))
            }
            (Self::Utf16(units), ValueType::Object) => {
                // SAFETY: the value is live, and its type was just checked.
                let object = unsafe { Object::from_napi_value(env.raw(), value.raw())? };
                append_parts(env, &object.get_named_property("parts")?, units)
            }
            (_, other) => Err(not_a_text(other)),
        }
    }
}

/// Appends the parts one behind the other. A surrogate pair that was split between two parts is whole again in the joined units.
fn append_parts(env: Env, parts: &Array<'_>, units: &mut Utf16Buffer) -> napi::Result<()> {
    for index in 0..parts.len() {
        let part: Option<Unknown<'_>> = parts.get(index)?;
        let part = part.ok_or_else(|| napi::Error::new(Status::InvalidArg, format!("parts[{index}] is missing")))?;
        append_units(env.raw(), part.raw(), units)?;
    }
    Ok(())
}

fn append_units(env: sys::napi_env, string: sys::napi_value, buffer: &mut Utf16Buffer) -> napi::Result<()> {
    let mut length = 0;
    // SAFETY: a null buffer asks for the length alone.
    check_status!(unsafe { sys::napi_get_value_string_utf16(env, string, std::ptr::null_mut(), 0, &raw mut length) })?;
    // Node writes a terminator behind the text.
    let room = length + 1;
    buffer.reserve(room).map_err(|error| Failure::from(error).into_js(Env::from_raw(env)))?;
    let units = buffer.units_mut();
    let start = units.len();
    let target = units.spare_capacity_mut().as_mut_ptr().cast::<u16>();
    let mut written = 0;
    // SAFETY: `target` points to at least `room` units of spare capacity, and Node writes no more than it is told.
    check_status!(unsafe { sys::napi_get_value_string_utf16(env, string, target, room, &raw mut written) })?;
    // SAFETY: Node has just initialised `written` units, which is at most `length`, within the reserved capacity.
    unsafe { units.set_len(start + written) };
    Ok(())
}
