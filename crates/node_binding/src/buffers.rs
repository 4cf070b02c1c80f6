//! Buffers for texts, kept for the next text.
//!
//! A fresh buffer of a megabyte costs more than the copy into it, as the system has to hand out and clear every page of it. So buffers are used
//! again: two of each kind in the whole process, unless they are large. A queued task may hold others; those are freed.

use std::{
    mem::take,
    ops::Deref,
    sync::{Mutex, MutexGuard, PoisonError},
};

use cached_tokenizer::Error;

use crate::error::Outcome;

/// Buffers of each kind that are kept.
const MOST_KEPT: usize = 2;
/// Larger ones are not kept. All together hold at most 32 MB.
const LARGEST_KEPT_BYTES: usize = 8 << 20;
/// Smaller ones are not worth a lock.
const SMALLEST_KEPT_BYTES: usize = 16 << 10;

static UNITS: Pool<Vec<u16>> = Pool(Mutex::new(Vec::new()));
/// Strings, so that what is left in them need not be checked again.
static TEXTS: Pool<String> = Pool(Mutex::new(Vec::new()));

struct Pool<B>(Mutex<Vec<B>>);

impl<B> Pool<B> {
    /// A buffer that was used before, for a text of this size.
    fn get(&self, bytes: usize) -> Option<B> {
        if bytes < SMALLEST_KEPT_BYTES { None } else { self.lock().pop() }
    }

    fn give_back(&self, buffer: B, bytes: usize) {
        if !(SMALLEST_KEPT_BYTES..=LARGEST_KEPT_BYTES).contains(&bytes) {
            return;
        }
        let mut kept = self.lock();
        if kept.len() < MOST_KEPT {
            kept.push(buffer);
        }
    }

    /// Locks even after a panic elsewhere: a list is never left half changed.
    fn lock(&self) -> MutexGuard<'_, Vec<B>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bytes_of<T>(length: usize) -> usize {
    length.saturating_mul(size_of::<T>())
}

/// UTF-16 as it came from JavaScript.
pub struct Utf16Buffer(Vec<u16>);

impl Utf16Buffer {
    /// An empty buffer.
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    /// Makes room for more units; a first text gets a buffer that was used before, if there is one.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub(crate) fn reserve(&mut self, units: usize) -> Outcome<()> {
        if self.0.capacity() == 0 {
            // One that is too small would be copied to grow, so it is left to be freed.
            let kept = UNITS.get(bytes_of::<u16>(units)).filter(|kept| kept.capacity() >= units);
            self.0 = kept.unwrap_or_default();
            self.0.clear();
        }
        let bytes = bytes_of::<u16>(self.0.len().saturating_add(units));
        Ok(self.0.try_reserve(units).map_err(|_| Error::OutOfMemory { bytes })?)
    }

    pub(crate) fn units(&self) -> &[u16] {
        &self.0
    }

    pub(crate) fn units_mut(&mut self) -> &mut Vec<u16> {
        &mut self.0
    }
}

impl Drop for Utf16Buffer {
    fn drop(&mut self) {
        let buffer = take(&mut self.0);
        let bytes = bytes_of::<u16>(buffer.capacity());
        UNITS.give_back(buffer, bytes);
    }
}

/// A text as UTF-8, at the start of a buffer.
pub struct Utf8Buffer {
    text: String,
    length: usize,
}

impl Utf8Buffer {
    /// A copy of bytes that should be UTF-8; whether they are is for [`Self::checked`] to say, off the JavaScript thread.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub(crate) fn copy_of(bytes: &[u8]) -> Outcome<Vec<u8>> {
        let mut copy = kept_text(bytes.len()).into_bytes();
        copy.clear();
        copy.try_reserve_exact(bytes.len()).map_err(|_| Error::OutOfMemory { bytes: bytes.len() })?;
        copy.extend_from_slice(bytes);
        Ok(copy)
    }

    /// Bytes that must be UTF-8.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidUtf8`].
    pub(crate) fn checked(bytes: Vec<u8>) -> Outcome<Self> {
        let text = String::from_utf8(bytes)
            .map_err(|error| Error::InvalidUtf8 { offset: error.utf8_error().valid_up_to() })?;
        Ok(Self { length: text.len(), text })
    }

    /// A buffer of at least so many bytes, of which none is text yet.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub(crate) fn with_room(bytes: usize) -> Outcome<Self> {
        let mut buffer = Self { text: kept_text(bytes), length: 0 };
        buffer.grow(bytes)?;
        Ok(buffer)
    }

    /// Makes the buffer at least so many bytes long; its text stays.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub(crate) fn grow(&mut self, bytes: usize) -> Outcome<()> {
        if self.text.len() >= bytes {
            return Ok(());
        }
        let more = bytes - self.text.len();
        self.text.try_reserve_exact(more).map_err(|_| Error::OutOfMemory { bytes })?;
        let mut all = take(&mut self.text).into_bytes();
        // Zeros are UTF-8 too.
        all.resize(bytes, 0);
        self.text = String::from_utf8(all).unwrap_or_default();
        Ok(())
    }

    /// The buffer behind the text.
    pub(crate) fn rest(&mut self) -> &mut str {
        &mut self.text[self.length..]
    }

    /// Counts more bytes of the buffer to the text.
    pub(crate) fn add(&mut self, bytes: usize) {
        self.length += bytes;
    }
}

impl Deref for Utf8Buffer {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text[..self.length]
    }
}

impl Drop for Utf8Buffer {
    fn drop(&mut self) {
        let buffer = take(&mut self.text);
        let bytes = buffer.capacity();
        TEXTS.give_back(buffer, bytes);
    }
}

/// A buffer that was used before and is large enough, or an empty one.
fn kept_text(bytes: usize) -> String {
    TEXTS.get(bytes).filter(|kept| kept.capacity() >= bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_is_used_again_for_a_text_of_some_size() {
        let pool = Pool::<&str>(Mutex::new(Vec::new()));
        pool.give_back("kept", 100_000);
        assert_eq!(pool.get(10), None);
        assert_eq!(pool.get(50_000), Some("kept"));
        assert_eq!(pool.get(50_000), None);
    }

    #[test]
    fn few_buffers_are_kept_and_neither_small_nor_large_ones() {
        let pool = Pool::<usize>(Mutex::new(Vec::new()));
        for bytes in [100, LARGEST_KEPT_BYTES + 1, 20_000, 20_001, 20_002] {
            pool.give_back(bytes, bytes);
        }
        assert_eq!(*pool.lock(), [20_000, 20_001]);
    }

    #[test]
    fn a_text_grows_in_its_buffer() {
        let mut buffer = Utf8Buffer::with_room(4).unwrap();
        buffer.add(0);
        assert_eq!(&*buffer, "");
        buffer.grow(100_000).unwrap();
        assert!(buffer.rest().len() >= 100_000);
        buffer.add(2);
        assert_eq!(&*buffer, "\0\0");
    }
}
