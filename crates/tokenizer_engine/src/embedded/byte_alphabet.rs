/// The character that stands for a byte in a byte-level vocabulary.
///
/// GPT-2's alphabet: a byte that prints in Latin-1 stands for itself, the others take the code points from U+0100 on, in order.
pub(crate) fn byte_alphabet() -> [char; 256] {
    let mut alphabet = ['\0'; 256];
    let mut next = 0x100;
    for byte in 0..=u8::MAX {
        let prints = matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF);
        alphabet[usize::from(byte)] = if prints {
            char::from(byte)
        } else {
            next += 1;
            char::from_u32(next - 1).unwrap_or_default()
        };
    }
    alphabet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_and_line_feed_have_their_known_letters() {
        let alphabet = byte_alphabet();
        assert_eq!((alphabet[usize::from(b' ')], alphabet[usize::from(b'\n')]), ('Ġ', 'Ċ'));
        assert_eq!((alphabet[usize::from(b'a')], alphabet[0xAD], alphabet[0]), ('a', 'Ń', 'Ā'));
        let mut distinct = alphabet.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 256);
    }
}
