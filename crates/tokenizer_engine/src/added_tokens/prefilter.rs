//! Where in a text a token may begin. Almost nowhere, in most texts: so this is what the speed of the split depends on.
//!
//! With up to three different first bytes, `memchr` finds them at memory speed. With more, each position is tested by its first two
//! bytes in a bitmap of 8 KiB, and where those pass, by a hash of its first four in a second one; both stay in the fastest cache. A
//! position that passes may still hold no token.

use memchr::{memchr, memchr2, memchr3};

const PAIRS: usize = 1 << 16;
const QUADS_LOG2: u32 = 18;
const QUAD_BYTES: usize = 4;

pub(super) enum Prefilter {
    One(u8),
    Two(u8, u8),
    Three(u8, u8, u8),
    Many(Box<Bitmaps>),
}

/// What tokens begin with.
pub(super) struct Bitmaps {
    /// First two bytes of some token; of a token of one byte, all pairs that begin with it.
    pairs: Bits,
    /// Pairs with which a token of less than four bytes begins, so that the test of four says nothing.
    short: Bits,
    /// Hashes of the first four bytes.
    quads: Bits,
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
    fn new<'a>(tokens: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut bitmaps = Self { pairs: Bits::new(PAIRS), short: Bits::new(PAIRS), quads: Bits::new(1 << QUADS_LOG2) };
        for token in tokens {
            match *token {
                [] => {}
                [one] => {
                    for two in 0..=u8::MAX {
                        bitmaps.pairs.set(pair(one, two));
                        bitmaps.short.set(pair(one, two));
                    }
                }
                [one, two, ..] => {
                    bitmaps.pairs.set(pair(one, two));
                    match token.first_chunk::<QUAD_BYTES>() {
                        Some(quad) => bitmaps.quads.set(hash(*quad)),
                        None => bitmaps.short.set(pair(one, two)),
                    }
                }
            }
        }
        bitmaps
    }

    fn next(&self, text: &[u8]) -> Option<usize> {
        for (offset, bytes) in text.windows(2).enumerate() {
            let pair = pair(bytes[0], bytes[1]);
            if self.pairs.has(pair) && (self.short.has(pair) || self.quad_passes(&text[offset..])) {
                return Some(offset);
            }
        }
        // The last byte has no byte behind it: only a token of one byte may begin there.
        let last = text.len().checked_sub(1)?;
        self.short.has(pair(text[last], 0)).then_some(last)
    }

    fn quad_passes(&self, rest: &[u8]) -> bool {
        rest.first_chunk::<QUAD_BYTES>().is_some_and(|quad| self.quads.has(hash(*quad)))
    }
}

fn pair(one: u8, two: u8) -> usize {
    usize::from(one) << 8 | usize::from(two)
}

fn hash(quad: [u8; QUAD_BYTES]) -> usize {
    (u32::from_le_bytes(quad).wrapping_mul(0x9E37_79B1) >> (u32::BITS - QUADS_LOG2)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn passes_every_position_where_a_token_begins(
            tokens in prop::collection::vec("[a-e]{1,6}", 1..12),
            text in "[a-g]{0,60}",
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
