use tokenizers_classic::NormalizerWrapper;

use super::{
    normalizer::normalize_with,
    rewrite::Rewrite,
    stable_chars::{StableChars, searched_text},
};
use crate::cuts::reaches;

/// Where a normalizer works on both sides of a border apart, and with which characters its results meet there.
pub(super) enum Sides {
    /// It changes nothing.
    Unchanged,
    /// It replaces characters one by one.
    Rewritten(Vec<Rewrite>),
    Members(Members),
    /// Nothing is known of it.
    Unknown,
}

/// The normalizers of a sequence.
pub(super) struct Members {
    kinds: Vec<Member>,
    /// What each member makes of each ASCII character alone, as the members before it left it.
    images: Vec<Vec<String>>,
    reach: Reach,
    /// The ASCII characters that keep what stands behind them away from a border, a bit each.
    keepers: u128,
}

/// How far beyond the two characters at a border a normalizer can look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// Not at all.
    Pair,
    /// A mark that follows may change them.
    Marks,
    /// So may whatever is of one cluster, or of one run of spaces, with them.
    Clusters,
}

enum Member {
    /// It looks at characters alone, or at combining marks.
    Chars,
    /// It looks at grapheme clusters: of ASCII, only a line end of two characters is one.
    Clusters,
    /// It replaces a string.
    Text(String),
    /// It replaces runs of spaces.
    Spaces,
    Strip {
        left: bool,
        right: bool,
    },
}

/// The regex of normalizers that were converted from SentencePiece.
const RUNS_OF_SPACES: &str = " {2,}";
const ASCII: u8 = 128;

impl Sides {
    pub(super) fn of(wrapper: Option<&NormalizerWrapper>, rewrites: Option<&Vec<Rewrite>>) -> Self {
        match (wrapper, rewrites) {
            (None, _) => Self::Unchanged,
            (_, Some(rewrites)) => Self::Rewritten(rewrites.clone()),
            (Some(wrapper), None) => Members::of(wrapper).map_or(Self::Unknown, Self::Members),
        }
    }

    /// The characters that meet at a border between two characters, if the normalizer works on both sides apart.
    pub(super) fn meeting(&self, stable: Option<&StableChars>, left: char, right: char) -> Option<(char, char)> {
        match self {
            Self::Unchanged => Some((left, right)),
            Self::Rewritten(rewrites) => {
                let image = |character: char| {
                    let replaces = rewrites.iter().filter(|rewrite| !rewrite.is_prepend());
                    replaces.fold(String::from(character).into(), |text, rewrite| rewrite.apply(text))
                };
                Some((image(left).chars().next_back()?, image(right).chars().next()?))
            }
            Self::Members(members) => members.meeting(stable, left, right),
            Self::Unknown => None,
        }
    }

    /// Whether what stands further on either side leaves the characters at a border alone.
    pub(super) fn is_out_of_reach(&self, stable: Option<&StableChars>, text: &str, at: usize) -> bool {
        let Self::Members(members) = self else { return true };
        let (before, behind) = text.split_at(at);
        let keeps_apart = |character: char| {
            members.keeps(character) || stable.is_some_and(|stable| !character.is_ascii() && stable.contains(character))
        };
        let after = behind.chars().nth(1);
        match members.reach {
            Reach::Pair => return true,
            Reach::Marks => return after.is_none_or(keeps_apart),
            Reach::Clusters => {}
        }
        let may_be_of_run = |character: char| character.is_ascii() && !character.is_ascii_alphanumeric();
        let previous = before.chars().nth_back(1);
        after.is_none_or(|after| keeps_apart(after) && !may_be_of_run(after)) && previous.is_none_or(keeps_apart)
    }
}

impl Members {
    fn of(wrapper: &NormalizerWrapper) -> Option<Self> {
        let mut wrappers = Vec::new();
        flatten(wrapper, &mut wrappers);
        let kinds: Vec<Member> = wrappers.iter().map(|wrapper| member_of(wrapper)).collect::<Option<_>>()?;
        let reach = kinds.iter().map(Member::reach).max().unwrap_or(Reach::Pair);
        let mut texts: Vec<String> = (0..ASCII).map(|byte| char::from(byte).to_string()).collect();
        let mut images = vec![texts.clone()];
        for wrapper in wrappers {
            // A member that fails on a character leaves nothing of it, and nothing is cut beside it.
            texts = texts.iter().map(|text| image(wrapper, text)).collect();
            images.push(texts.clone());
        }
        let keepers = (0..ASCII).filter(|&byte| is_keeper(&kinds, &images, byte));
        let keepers = keepers.fold(0, |bits, byte| bits | 1 << byte);
        Some(Self { kinds, images, reach, keepers })
    }

    fn keeps(&self, character: char) -> bool {
        character.is_ascii() && self.keepers >> u32::from(character) & 1 == 1
    }

    fn meeting(&self, stable: Option<&StableChars>, left: char, right: char) -> Option<(char, char)> {
        let is_tame = |character: char| character.is_ascii() || stable.is_some_and(|stable| stable.contains(character));
        if !is_tame(left) || !is_tame(right) {
            return None;
        }
        let image = |stage: usize, character: char| -> &str {
            let images = self.images.get(stage).and_then(|images| images.get(character as usize));
            images.map_or("", String::as_str)
        };
        let last = |stage| if left.is_ascii() { image(stage, left).chars().next_back() } else { Some(left) };
        let first = |stage| if right.is_ascii() { image(stage, right).chars().next() } else { Some(right) };
        for (stage, member) in self.kinds.iter().enumerate() {
            let takes = |character: char| !character.is_ascii() || member.takes(image(stage, character));
            if !takes(left) || !takes(right) || !member.works_apart(last(stage)?, first(stage)?) {
                return None;
            }
        }
        last(self.kinds.len()).zip(first(self.kinds.len()))
    }
}

/// Whether every member leaves something of an ASCII character, without the help of what stands beside it.
fn is_keeper(kinds: &[Member], images: &[Vec<String>], byte: u8) -> bool {
    let images = images.iter().map(|images| images[usize::from(byte)].as_str());
    images.zip(kinds.iter().map(Some).chain([None])).all(|(image, member)| {
        // A letter that becomes a space would be of a run.
        let is_of_run = byte.is_ascii_alphanumeric() && image.contains(' ');
        let is_plain = |member: &Member| member.takes(image) && !member.replaces_with_others(image);
        !image.is_empty() && !is_of_run && member.is_none_or(is_plain)
    })
}

fn image(wrapper: &NormalizerWrapper, text: &str) -> String {
    // A run of white space alone is stripped, though it would not be between other characters; so strips are left out.
    if matches!(wrapper, NormalizerWrapper::StripNormalizer(_)) || text.is_empty() {
        return text.to_owned();
    }
    normalize_with(wrapper, text).map(|normalized| normalized.text.into_owned()).unwrap_or_default()
}

impl Member {
    fn reach(&self) -> Reach {
        match self {
            Self::Text(_) => Reach::Pair,
            Self::Chars => Reach::Marks,
            Self::Clusters | Self::Spaces | Self::Strip { .. } => Reach::Clusters,
        }
    }

    /// Whether it is known what becomes of what the members before made of an ASCII character. They may have made a mark of it, say, and that
    /// would change its neighbour.
    fn takes(&self, image: &str) -> bool {
        !matches!(self, Self::Chars | Self::Clusters) || image.is_ascii()
    }

    /// Whether it replaces some of these characters only together with others beside them.
    fn replaces_with_others(&self, image: &str) -> bool {
        let Self::Text(text) = self else { return false };
        text.chars().nth(1).is_some() && text.contains(|character| image.contains(character))
    }

    /// Whether nothing that the member does to one side depends on the other one, and both characters at the border stay there.
    fn works_apart(&self, left: char, right: char) -> bool {
        match self {
            Self::Chars => true,
            // A line end of two characters is one cluster, of which a replacement takes all.
            Self::Clusters => left != '\n' && !(left == '\r' && right == '\n'),
            Self::Text(text) => {
                let mut characters = text.chars();
                let is_one = characters.next().is_some() && characters.next().is_none();
                is_one || !reaches(text, left, right)
            }
            Self::Spaces => left != ' ',
            Self::Strip { left: strips_left, right: strips_right } => {
                !(*strips_right && left.is_whitespace() || *strips_left && right.is_whitespace())
            }
        }
    }
}

fn flatten<'a>(wrapper: &'a NormalizerWrapper, members: &mut Vec<&'a NormalizerWrapper>) {
    match wrapper {
        NormalizerWrapper::Sequence(sequence) => sequence.as_ref().iter().for_each(|member| flatten(member, members)),
        member => members.push(member),
    }
}

fn member_of(wrapper: &NormalizerWrapper) -> Option<Member> {
    match wrapper {
        NormalizerWrapper::NFC(_)
        | NormalizerWrapper::NFD(_)
        | NormalizerWrapper::NFKC(_)
        | NormalizerWrapper::NFKD(_)
        | NormalizerWrapper::BertNormalizer(_)
        | NormalizerWrapper::StripAccents(_)
        | NormalizerWrapper::Lowercase(_)
        | NormalizerWrapper::Nmt(_) => Some(Member::Chars),
        NormalizerWrapper::Precompiled(_) => Some(Member::Clusters),
        NormalizerWrapper::Replace(_) => searched_text(wrapper).map(Member::Text).or_else(|| {
            let value = serde_json::to_value(wrapper).ok()?;
            (value["pattern"]["Regex"] == RUNS_OF_SPACES).then_some(Member::Spaces)
        }),
        NormalizerWrapper::StripNormalizer(strip) => {
            Some(Member::Strip { left: strip.strip_left, right: strip.strip_right })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(json: &str) -> Sides {
        let wrapper: NormalizerWrapper = serde_json::from_str(json).unwrap();
        Sides::of(Some(&wrapper), None)
    }

    #[test]
    fn what_a_member_sees_across_a_border_is_no_place_to_cut() {
        let replace = sides(r#"{"type":"Replace","pattern":{"String":"a-b"},"content":"x"}"#);
        for (left, right, works_apart) in [('a', '-', false), ('b', 'c', false), ('c', 'a', false), ('c', '-', true)] {
            assert_eq!(replace.meeting(None, left, right).is_some(), works_apart, "{left:?} {right:?}");
        }
        let clusters = sides(r#"{"type":"Sequence","normalizers":[{"type":"Nmt"},{"type":"Lowercase"}]}"#);
        assert_eq!(clusters.meeting(None, 'A', '.'), Some(('a', '.')));
        // What is taken away meets nothing.
        assert_eq!(clusters.meeting(None, 'a', '\u{1}'), None);
        assert_eq!(clusters.meeting(None, 'a', 'é'), None);
        let strip = sides(r#"{"type":"Strip","strip_left":true,"strip_right":false}"#);
        assert_eq!(strip.meeting(None, 'a', ' '), None);
        assert_eq!(strip.meeting(None, ' ', 'a'), Some((' ', 'a')));
        assert!(matches!(sides(r#"{"type":"Replace","pattern":{"Regex":"a+"},"content":""}"#), Sides::Unknown));
    }

    #[test]
    fn of_a_line_end_of_two_characters_a_cluster_takes_both() {
        assert!(!Member::Clusters.works_apart('\n', 'a') && !Member::Clusters.works_apart('\r', '\n'));
        assert!(Member::Clusters.works_apart('a', '\r') && Member::Clusters.works_apart('a', '\n'));
    }

    #[test]
    fn a_mark_or_more_spaces_behind_the_border_reach_it() {
        let nfc = sides(r#"{"type":"NFC"}"#);
        assert!(nfc.is_out_of_reach(None, "a=b", 1) && nfc.is_out_of_reach(None, "a=", 1));
        assert!(!nfc.is_out_of_reach(None, "a=\u{338}", 1));
        let spaces = sides(r#"{"type":"Replace","pattern":{"Regex":" {2,}"},"content":"_"}"#);
        assert!(spaces.is_out_of_reach(None, "aa b", 2));
        assert!(!spaces.is_out_of_reach(None, "aa  b", 2));
    }
}
