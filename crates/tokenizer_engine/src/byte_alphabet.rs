//! The alphabet in which byte-level vocabularies spell bytes.
//!
//! GPT-2's: a byte that prints in Latin-1 stands for itself, the others take the code points from U+0100 on, in order.

use std::sync::LazyLock;

/// One more than the last letter: the 68 bytes that do not print end at U+0143.
const LETTERS_END: usize = 0x144;

static LETTERS: LazyLock<[char; 256]> = LazyLock::new(|| {
    let mut letters = ['\0'; 256];
    let mut next = 0x100;
    for byte in 0..=u8::MAX {
        let prints = matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF);
        letters[usize::from(byte)] = if prints {
            char::from(byte)
        } else {
            next += 1;
            char::from_u32(next - 1).unwrap_or_default()
        };
    }
    letters
});

static BYTES: LazyLock<[Option<u8>; LETTERS_END]> = LazyLock::new(|| {
    let mut bytes = [None; LETTERS_END];
    for (byte, &letter) in (0..=u8::MAX).zip(LETTERS.iter()) {
        bytes[letter as usize] = Some(byte);
    }
    bytes
});

/// Spells bytes.
pub(crate) fn spell(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| LETTERS[usize::from(byte)]).collect()
}

/// Appends the bytes that a token spells; `None` when a character is not of the alphabet.
pub(crate) fn append_spelled(token: &str, bytes: &mut Vec<u8>) -> Option<()> {
    for letter in token.chars() {
        bytes.push(BYTES.get(letter as usize).copied().flatten()?);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_is_one_to_one() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        let spelled = spell(&all);
        assert_eq!(spelled.chars().count(), 256);
        let mut bytes = Vec::new();
        append_spelled(&spelled, &mut bytes).unwrap();
        assert_eq!(bytes, all);
        assert_eq!(spelled.chars().map(|letter| letter as usize).max(), Some(LETTERS_END - 1));
    }

    #[test]
    fn known_letters() {
        assert_eq!(spell(b" \na\xad\0"), "ĠĊaŃĀ");
        assert_eq!(append_spelled("a b", &mut Vec::new()), None);
        assert_eq!(append_spelled("▁", &mut Vec::new()), None);
    }
}
