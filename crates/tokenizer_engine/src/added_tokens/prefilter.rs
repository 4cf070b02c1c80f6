//! Where in a text a token may begin. Almost nowhere, in most texts: so this is what the speed of the split depends on.
//!
//! With up to three different first bytes, `memchr` finds them at memory speed. With more, each position is tested by its first two
//! bytes in a bitmap of 8 KiB, which stays in the fastest cache; where those pass, by a hash of its first four, and then of its first
//! eight, in bitmaps that grow with the number of tokens. A position that passes may still hold no token.

use memchr::{memchr, memchr2, memchr3};

const PAIRS: usize = 1 << 16;
const QUAD: usize = 4;
const OCTET: usize = 8;
/// Sixteen bits a token: one position in sixteen that holds none passes by chance.
const HASH_BITS_PER_TOKEN: usize = 16;
const FEWEST_HASH_BITS: usize = 1 << 14;
const MOST_HASH_BITS: usize = 1 << 22;

pub(super) enum Prefilter {
    One(u8),
    Two(u8, u8),
    Three(u8, u8, u8),
    Many(Box<Bitmaps>),
}

/// What tokens begin with. A token that is shorter than a test says so in the test before it.
pub(super) struct Bitmaps {
    /// First two bytes of some token; of a token of one byte, all pairs that begin with it.
    pairs: Bits,
    /// Pairs with which a token of less than four bytes begins.
    short_pairs: Bits,
    /// Hashes of the first four bytes.
    quads: Bits,
    /// Those with which a token of less than eight bytes begins.
    short_quads: Bits,
    /// Hashes of the first eight bytes.
    octets: Bits,
    /// How far a hash is shifted down to index the last three.
    shift: u32,
}

struct Bits(Vec<u64>);

impl Bits {
    fn new(bits: usize) -> Self {
        Self(vec![0; bits / u64::BITS as usize])
    }

    fn set(&mut self, index: usize) {
        self.0[index / u64::BITS as usize] |= 1 << (index % u64::BITS as usize);
    }

    #[inline]
    fn has(&self, index: usize) -> bool {
        self.0[index / u64::BITS as usize] >> (index % u64::BITS as usize) & 1 == 1
    }
}

impl Prefilter {
    /// A filter for tokens, none of them empty.
    pub(super) fn new<'a>(tokens: impl Iterator<Item = &'a [u8]> + Clone) -> Self {
        let mut first: Vec<u8> = tokens.clone().filter_map(|token| token.first().copied()).collect();
        first.sort_unstable();
        first.dedup();
        match first[..] {
            [one] => Self::One(one),
            [one, two] => Self::Two(one, two),
            [one, two, three] => Self::Three(one, two, three),
            _ => Self::Many(Box::new(Bitmaps::new(tokens))),
        }
    }

    /// The first position from `start` on where a token may begin.
    #[inline]
    pub(super) fn next(&self, text: &[u8], start: usize) -> Option<usize> {
        let rest = text.get(start..)?;
        let found = match self {
            Self::One(one) => memchr(*one, rest),
            Self::Two(one, two) => memchr2(*one, *two, rest),
            Self::Three(one, two, three) => memchr3(*one, *two, *three, rest),
            Self::Many(bitmaps) => bitmaps.next(rest),
        };
        found.map(|offset| start + offset)
    }
}

impl Bitmaps {
    fn new<'a>(tokens: impl Iterator<Item = &'a [u8]> + Clone) -> Self {
        let wanted = tokens.clone().count().saturating_mul(HASH_BITS_PER_TOKEN);
        let bits = wanted.next_power_of_two().clamp(FEWEST_HASH_BITS, MOST_HASH_BITS);
        let mut bitmaps = Self {
            pairs: Bits::new(PAIRS),
            short_pairs: Bits::new(PAIRS),
            quads: Bits::new(bits),
            short_quads: Bits::new(bits),
            octets: Bits::new(bits),
            shift: u64::BITS - bits.trailing_zeros(),
        };
        tokens.for_each(|token| bitmaps.insert(token));
        bitmaps
    }

    fn insert(&mut self, token: &[u8]) {
        let [one, rest @ ..] = token else { return };
        let Some(two) = rest.first() else {
            for two in 0..=u8::MAX {
                self.pairs.set(pair(*one, two));
                self.short_pairs.set(pair(*one, two));
            }
            return;
        };
        self.pairs.set(pair(*one, *two));
        let Some(quad) = self.hash::<QUAD>(token) else {
            self.short_pairs.set(pair(*one, *two));
            return;
        };
        self.quads.set(quad);
        match self.hash::<OCTET>(token) {
            Some(octet) => self.octets.set(octet),
            None => self.short_quads.set(quad),
        }
    }

    fn next(&self, text: &[u8]) -> Option<usize> {
        for (offset, bytes) in text.windows(2).enumerate() {
            let pair = pair(bytes[0], bytes[1]);
            if self.pairs.has(pair) && (self.short_pairs.has(pair) || self.longer_passes(&text[offset..])) {
                return Some(offset);
            }
        }
        // The last byte has no byte behind it: only a token of one byte may begin there.
        let last = text.len().checked_sub(1)?;
        self.short_pairs.has(pair(text[last], 0)).then_some(last)
    }

    fn longer_passes(&self, rest: &[u8]) -> bool {
        let Some(quad) = self.hash::<QUAD>(rest).filter(|&quad| self.quads.has(quad)) else { return false };
        self.short_quads.has(quad) || self.hash::<OCTET>(rest).is_some_and(|octet| self.octets.has(octet))
    }

    /// The hash of the first bytes of a text, if it has as many.
    #[inline]
    fn hash<const BYTES: usize>(&self, text: &[u8]) -> Option<usize> {
        let mut number = [0; size_of::<u64>()];
        number[..BYTES].copy_from_slice(text.first_chunk::<BYTES>()?);
        #[expect(clippy::cast_possible_truncation, reason = "shifted down to the number of bits, which is a usize")]
        let index = (u64::from_le_bytes(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        Some(index)
    }
}

fn pair(one: u8, two: u8) -> usize {
    usize::from(one) << 8 | usize::from(two)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn passes_every_position_where_a_token_begins(
            tokens in prop::collection::vec("[a-e]{1,12}", 1..12),
            text in "[a-g]{0,80}",
        ) {
            let filter = Prefilter::new(tokens.iter().map(String::as_bytes));
            let text = text.as_bytes();
            let mut passed = Vec::new();
            let mut start = 0;
            while let Some(position) = filter.next(text, start) {
                passed.push(position);
                start = position + 1;
            }
            for position in 0..text.len() {
                let begins = tokens.iter().any(|token| text[position..].starts_with(token.as_bytes()));
                prop_assert!(!begins || passed.contains(&position), "position {}", position);
            }
        }
    }
}
