use fastrand::Rng;

/// Atoms that have tripped tokenizers up, by kind.
const ATOMS: &[&[&str]] = &[
    &[
        " ", "  ", "   ", "\n", "\r\n", "\n\n", "\t", " \n ", "\u{a0}", "\u{3000}", "\u{85}", "\u{2028}", "\u{b}",
        "\u{c}", "\u{200b}",
    ],
    &[
        "the",
        "Hello",
        "WORLD",
        "camelCase",
        "tokenizers",
        "a",
        "I",
        "don",
        "naïve",
        "straße",
        "ﬁne",
        "İstanbul",
        "ǅ",
        "ſ",
    ],
    &["'s", "'S", "'re", "'LL", "’s", "'", "''", "``", "'ſ", "n't"],
    &["0", "7", "42", "123", "1234", "3.14", "٣", "Ⅷ", "½", "１２"],
    &[
        ".", ",", "!", "?!", "...", "-", "--", "_", "/", "//", "(", ")", "{", "}", "\"", "#", "##", "<", ">", "|", "@",
        "^^^", "==",
    ],
    &[
        "e\u{301}",
        "\u{301}",
        "Z\u{341}\u{343}",
        "a\u{5b0}\u{94d}",
        "\u{8d3}",
        "\u{61d}",
        "\u{20c1}",
        "\u{32ff}",
        "q\u{307}\u{323}",
    ],
    &["😀", "👨‍👩‍👧", "🥹", "⚠", "⚠️", "🇩🇪", "👍🏽", "\u{200d}", "\u{fe0f}"],
    &[
        "你好",
        "世界",
        "東京",
        "カタカナ",
        "ｶﾞ",
        "한국어",
        "\u{1112}\u{1161}\u{11ab}",
        "สวัสดี",
        "नमस्ते",
        "مرحبا",
        "שלום",
        "Привет",
        "Γειά",
    ],
    &[
        "▁", "▁the", "Ġ", "Ċ", "<0x0A>", "</w>", "\u{0}", "\u{1}", "\u{7f}", "\u{ad}", "\u{feff}", "\u{fffd}",
        "\u{ffff}", "\u{e000}",
    ],
    &["http://a.b/c?d=e", "{\"k\": [1, 2]}", "def f(x):\n    return x", "aaaaaaaaaaaaaaaa", "mqxabgjtcjqy", "Zm9vYmFy"],
];

/// Makes random texts, the same ones for the same seed.
pub struct TextMixer {
    random: Rng,
    added_tokens: Vec<String>,
}

impl TextMixer {
    /// A mixer that also throws in these added tokens, alone and glued to words.
    pub fn new(seed: u64, added_tokens: Vec<String>) -> Self {
        Self { random: Rng::with_seed(seed), added_tokens }
    }

    /// The next text: up to `max_atoms` atoms.
    pub fn text(&mut self, max_atoms: usize) -> String {
        let atoms = self.random.usize(0..=max_atoms);
        (0..atoms).map(|_| self.atom()).collect()
    }

    fn atom(&mut self) -> String {
        match self.random.u8(0..20) {
            0 | 1 if !self.added_tokens.is_empty() => self.added_token(),
            2 => self.random_characters(char_of_any_plane),
            3 => self.random_characters(|random| random.char('a'..='z')),
            4 => self.random_characters(|random| random.char(' '..='~')),
            5 => self.random_characters(|random| random.char('\u{a1}'..='\u{2fff}')),
            6..=9 => " ".to_owned(),
            _ => {
                let kind = ATOMS[self.random.usize(..ATOMS.len())];
                kind[self.random.usize(..kind.len())].to_owned()
            }
        }
    }

    fn added_token(&mut self) -> String {
        let index = self.random.usize(..self.added_tokens.len());
        let token = self.added_tokens[index].clone();
        match self.random.u8(0..4) {
            0 => token.to_uppercase(),
            // A token that is cut off must not be matched.
            1 => token.chars().take(token.chars().count() / 2 + 1).collect(),
            _ => token,
        }
    }

    fn random_characters(&mut self, mut character: impl FnMut(&mut Rng) -> char) -> String {
        let length = self.random.usize(1..8);
        (0..length).map(|_| character(&mut self.random)).collect()
    }
}

fn char_of_any_plane(random: &mut Rng) -> char {
    random.char(..)
}
