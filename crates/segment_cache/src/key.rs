//! Keys are 128-bit hashes under a secret that is drawn anew for each process.
//!
//! The secret keeps a user from building texts that collide on purpose. It is no protection of the text itself; that is not
//! needed, since every hit compares the whole text.

use std::{
    hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState},
    sync::LazyLock,
};

use xxhash_rust::xxh3::xxh3_128_with_secret;

use crate::segment::Mark;

/// XXH3 mixes its input with a secret of at least 136 bytes; 192 is the size of its built-in one.
const SECRET_BYTES: usize = 192;

static SECRET: LazyLock<[u8; SECRET_BYTES]> = LazyLock::new(|| {
    // The standard library seeds its hasher from the operating system, once a thread; hashing a counter under that seed gives as
    // many unpredictable words as are needed, without a dependency of our own for randomness.
    let source = RandomState::new();
    let mut secret = [0; SECRET_BYTES];
    for (index, chunk) in secret.chunks_exact_mut(size_of::<u64>()).enumerate() {
        chunk.copy_from_slice(&source.hash_one(index).to_le_bytes());
    }
    secret
});

/// The key of a segment inside moka.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key(u128);

impl Key {
    pub(crate) fn of(text: &str, mark: Mark) -> Self {
        let hash = xxh3_128_with_secret(text.as_bytes(), SECRET.as_slice());
        // The mark is folded in after hashing, which spares copying the text behind a prefix. The factor is odd, so different
        // marks always give different keys for one text.
        Self(hash ^ u128::from(mark.0).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835))
    }
}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u128(self.0);
    }
}

/// Passes a [`Key`] through: it is a hash already.
#[derive(Debug, Default)]
pub(crate) struct PassThrough(u64);

impl Hasher for PassThrough {
    fn write_u128(&mut self, key: u128) {
        // Both halves of XXH3's 128 bits are well mixed; one half is enough to spread entries.
        #[expect(clippy::cast_possible_truncation, reason = "the lower half is what is wanted")]
        let low = key as u64;
        self.0 = low;
    }

    fn write(&mut self, bytes: &[u8]) {
        // Not reached by `Key`; any other type still gets a usable hash.
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub(crate) type BuildPassThrough = BuildHasherDefault<PassThrough>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_by_text_and_by_mark() {
        let key = Key::of("hello", Mark(0));
        assert_eq!(key, Key::of("hello", Mark(0)));
        assert_ne!(key, Key::of("hellp", Mark(0)));
        assert_ne!(key, Key::of("hello", Mark(1)));
    }
}
