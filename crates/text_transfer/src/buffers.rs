//! Buffers for texts, kept for the next text.
//!
//! A fresh buffer of a megabyte costs more than the copy into it, as the system has to hand out and clear every page of it. So buffers are used
//! again: two of each kind in the whole process, unless they are large. A queued task may hold others; those are freed.

use std::{
    mem::take,
    ops::Deref,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::error::{Error, Result};

/// Buffers of each kind that are kept.
const MOST_KEPT: usize = 2;
/// Larger ones are not kept. All together hold at most 32 MB.
const LARGEST_KEPT_BYTES: usize = 8 << 20;
/// Smaller ones are not worth a lock.
const SMALLEST_KEPT_BYTES: usize = 16 << 10;

static UNITS: Pool<Vec<u16>> = Pool(Mutex::new(Vec::new()));
static BYTES: Pool<Vec<u8>> = Pool(Mutex::new(Vec::new()));

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
#[derive(Debug, Default)]
pub struct Utf16Buffer(Vec<u16>);

impl Utf16Buffer {
    /// Makes room for more units; a first text gets a buffer that was used before, if there is one.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub fn reserve(&mut self, units: usize) -> Result<()> {
        if self.0.capacity() == 0 {
            // One that is too small would be copied to grow, so it is left to be freed.
            let kept = UNITS.get(bytes_of::<u16>(units)).filter(|kept| kept.capacity() >= units);
            self.0 = kept.unwrap_or_default();
            self.0.clear();
        }
        let bytes = bytes_of::<u16>(self.0.len().saturating_add(units));
        self.0.try_reserve(units).map_err(|_| Error::OutOfMemory { bytes })
    }

    /// What was written so far.
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    /// The same, to be written to.
    pub fn units_mut(&mut self) -> &mut Vec<u16> {
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
#[derive(Debug)]
pub struct Utf8Buffer {
    /// UTF-8 up to `length`; behind that, whatever was left there.
    bytes: Vec<u8>,
    length: usize,
}

impl Utf8Buffer {
    /// An empty buffer with room for so many bytes that should be UTF-8; whether they are is for [`Self::checked`] to say, off the JavaScript
    /// thread. Without room, the first bytes that are appended choose a buffer.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub fn empty(room: usize) -> Result<Vec<u8>> {
        let mut buffer = kept_bytes(room);
        buffer.clear();
        buffer.try_reserve_exact(room).map_err(|_| Error::OutOfMemory { bytes: room })?;
        Ok(buffer)
    }

    /// Appends a copy of bytes.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub fn append(buffer: &mut Vec<u8>, bytes: &[u8]) -> Result<()> {
        if buffer.capacity() == 0 {
            *buffer = Self::empty(bytes.len())?;
        }
        let length = buffer.len().saturating_add(bytes.len());
        buffer.try_reserve(bytes.len()).map_err(|_| Error::OutOfMemory { bytes: length })?;
        buffer.extend_from_slice(bytes);
        Ok(())
    }

    /// Bytes that must be UTF-8.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidUtf8`].
    pub fn checked(bytes: Vec<u8>) -> Result<Self> {
        let mut buffer = Self { bytes, length: 0 };
        buffer.length = match str::from_utf8(&buffer.bytes) {
            Ok(text) => text.len(),
            Err(error) => return Err(Error::InvalidUtf8 { offset: error.valid_up_to() }),
        };
        Ok(buffer)
    }

    /// A buffer of at least so many bytes, of which none is text yet.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub fn with_room(bytes: usize) -> Result<Self> {
        let mut buffer = Self { bytes: kept_bytes(bytes), length: 0 };
        buffer.grow(bytes)?;
        Ok(buffer)
    }

    /// Makes the buffer at least so many bytes long; its text stays.
    ///
    /// # Errors
    ///
    /// [`Error::OutOfMemory`].
    pub fn grow(&mut self, bytes: usize) -> Result<()> {
        if self.bytes.len() < bytes {
            let more = bytes - self.bytes.len();
            self.bytes.try_reserve_exact(more).map_err(|_| Error::OutOfMemory { bytes })?;
            self.bytes.resize(bytes, 0);
        }
        Ok(())
    }

    /// Appends what `write` writes to the start of the room behind the text: it gives the number of bytes, and whatever else it likes.
    ///
    /// # Safety
    ///
    /// Those bytes must be UTF-8.
    pub unsafe fn append_with<T>(&mut self, write: impl FnOnce(&mut [u8]) -> (T, usize)) -> T {
        let room = &mut self.bytes[self.length..];
        let most = room.len();
        let (result, written) = write(room);
        self.length += written.min(most);
        result
    }
}

impl Deref for Utf8Buffer {
    type Target = str;

    fn deref(&self) -> &str {
        // SAFETY: the bytes up to `length` were checked, or are UTF-8 as `append_with` asks for.
        unsafe { str::from_utf8_unchecked(&self.bytes[..self.length]) }
    }
}

impl Drop for Utf8Buffer {
    fn drop(&mut self) {
        let buffer = take(&mut self.bytes);
        let bytes = buffer.capacity();
        BYTES.give_back(buffer, bytes);
    }
}

/// A buffer that was used before and is large enough, or an empty one.
fn kept_bytes(bytes: usize) -> Vec<u8> {
    BYTES.get(bytes).filter(|kept| kept.capacity() >= bytes).unwrap_or_default()
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
        assert_eq!(&*buffer, "");
        for word in ["ab", "cd"] {
            buffer.grow(100_000).unwrap();
            // SAFETY: the words are UTF-8.
            unsafe {
                buffer.append_with(|room| {
                    room[..2].copy_from_slice(word.as_bytes());
                    ((), 2)
                });
            }
        }
        assert_eq!(&*buffer, "abcd");
        assert!(Utf8Buffer::checked(vec![b'a', 0xff]).is_err());
    }
}
