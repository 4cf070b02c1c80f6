use std::borrow::Cow;

use serde_json::Value;

/// What needs no table and no memory of where a byte came from. None of them takes anything away at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Rewrite {
    /// Put this before a text that is not empty.
    Prepend(String),
    /// Replace one character by a string that is not empty.
    Replace { from: String, to: String },
}

impl Rewrite {
    pub(super) fn is_prepend(&self) -> bool {
        matches!(self, Self::Prepend(_))
    }

    /// Applies the rewrite to a text.
    pub(super) fn apply<'text>(&self, text: Cow<'text, str>) -> Cow<'text, str> {
        match self {
            Self::Prepend(_) if text.is_empty() => text,
            Self::Prepend(start) => Cow::Owned(format!("{start}{text}")),
            Self::Replace { from, to } if text.contains(from.as_str()) => Cow::Owned(text.replace(from.as_str(), to)),
            Self::Replace { .. } => text,
        }
    }
}

/// The rewrites that a normalizer consists of, if it consists of nothing else.
pub(super) fn rewrites_of(normalizer: &Value) -> Option<Vec<Rewrite>> {
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    match normalizer.get("type")?.as_str()? {
        "Prepend" => Some(vec![Rewrite::Prepend(text(normalizer.get("prepend")?)?)]),
        "Replace" => {
            let from = text(normalizer.get("pattern")?.get("String")?)?;
            let to = text(normalizer.get("content")?)?;
            // Replacing several characters at the start of a text moves the start in 0.23's books, and then `Metaspace` no longer
            // takes the text for the one that opens the input.
            (from.chars().count() == 1).then(|| vec![Rewrite::Replace { from, to }])
        }
        "Sequence" => {
            let members: Option<Vec<_>> = normalizer.get("normalizers")?.as_array()?.iter().map(rewrites_of).collect();
            members.map(|members| members.into_iter().flatten().collect())
        }
        _ => None,
    }
}
