use tokenizer_engine::{Padding, SpecialTokens, Truncation};

/// How a text is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CountOptions {
    /// Count the template's special tokens, such as a start token, as well.
    pub add_special_tokens: bool,
    /// What becomes of special tokens that stand in the text.
    pub special_tokens: SpecialTokens,
}

/// How a text is encoded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EncodeOptions {
    /// Put the template's special tokens, such as a start token, around the ids.
    pub add_special_tokens: bool,
    /// What becomes of special tokens that stand in the text.
    pub special_tokens: SpecialTokens,
    /// The limit on the number of ids.
    pub truncation: Setting<Truncation>,
    /// How far the ids are filled up.
    pub padding: Setting<Padding>,
    /// What is made besides ids.
    pub outputs: Outputs,
}

impl From<CountOptions> for EncodeOptions {
    /// The options that give the ids which are counted.
    fn from(CountOptions { add_special_tokens, special_tokens }: CountOptions) -> Self {
        Self { add_special_tokens, special_tokens, ..Self::default() }
    }
}

/// A setting of a tokenizer, as one call sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Setting<T> {
    /// The tokenizer's own.
    #[default]
    Own,
    /// None, whatever the tokenizer's own is.
    Off,
    /// This one.
    Given(T),
}

impl<T> Setting<T> {
    /// The setting in force.
    pub(crate) fn or<'a>(&'a self, own: Option<&'a T>) -> Option<&'a T> {
        match self {
            Self::Own => own,
            Self::Off => None,
            Self::Given(setting) => Some(setting),
        }
    }
}

/// What an encoding holds besides ids. All of it costs time and memory, so nothing is made unless it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a request of its own")]
pub struct Outputs {
    /// Which sequence of a pair each token belongs to, as the template says.
    pub type_ids: bool,
    /// 0 for padding, 1 for all else.
    pub attention_mask: bool,
    /// 1 for what the template or padding added.
    pub special_tokens_mask: bool,
    /// Where each token stands in its text.
    pub offsets: bool,
    /// The parts that truncation cut off.
    pub overflowing: bool,
}

impl Outputs {
    pub(crate) fn is_ids_only(self) -> bool {
        self == Self::default()
    }
}
