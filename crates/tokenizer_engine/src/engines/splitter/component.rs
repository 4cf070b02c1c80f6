use serde_json::Value;
use tk_encode::utils::{Grammar, is_deepseek, recognize};

/// A pre-tokenizer with native code and with Unicode tables of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Component {
    /// The regex of GPT-2, also inside `ByteLevel`.
    Gpt2,
    /// The regex of cl100k_base and Llama 3: numbers of up to three digits.
    Cl100k,
    /// The regex of Qwen 2 and 3: cl100k_base's with single digits.
    Qwen,
    /// The regex of o200k_base and Llama 4.
    O200k,
    /// The regex of Mistral's tekken.
    Tekken,
    /// The regex of Kimi K2.
    Kimi,
    /// The three regexes of DeepSeek, in sequence.
    DeepSeek,
    /// `BertPreTokenizer`.
    Bert,
    /// `Whitespace`.
    Whitespace,
    /// `WhitespaceSplit`.
    WhitespaceSplit,
    /// `Punctuation`.
    Punctuation,
    /// `Digits`.
    Digits,
    /// `UnicodeScripts`.
    UnicodeScripts,
}

/// The components of a pre-tokenizer as serialized by 0.23; none for those that know no Unicode tables.
///
/// # Errors
///
/// Why it cannot be run natively, for people.
pub(crate) fn components(pre_tokenizer: &Value) -> Result<Vec<Component>, String> {
    let kind = pre_tokenizer.get("type").and_then(Value::as_str).unwrap_or_default();
    let one = |component| Ok(vec![component]);
    match kind {
        "" | "Metaspace" | "CharDelimiterSplit" | "FixedLength" => Ok(Vec::new()),
        "BertPreTokenizer" => one(Component::Bert),
        "Whitespace" => one(Component::Whitespace),
        "WhitespaceSplit" => one(Component::WhitespaceSplit),
        "Punctuation" => one(Component::Punctuation),
        "Digits" => one(Component::Digits),
        "UnicodeScripts" => one(Component::UnicodeScripts),
        "ByteLevel" => Ok(byte_level(pre_tokenizer)),
        "Split" => split(pre_tokenizer),
        "Sequence" => sequence(pre_tokenizer),
        other => Err(format!("no native code for the pre-tokenizer {other}")),
    }
}

fn byte_level(pre_tokenizer: &Value) -> Vec<Component> {
    let use_regex = pre_tokenizer.get("use_regex").and_then(Value::as_bool).unwrap_or(true);
    if use_regex { vec![Component::Gpt2] } else { Vec::new() }
}

fn sequence(pre_tokenizer: &Value) -> Result<Vec<Component>, String> {
    let members = pre_tokenizer.get("pretokenizers").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let deepseek = deepseek_members(members);
    let mut found = if deepseek > 0 { vec![Component::DeepSeek] } else { Vec::new() };
    for member in &members[deepseek..] {
        found.extend(components(member)?);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// How many members at the start of a sequence are the regexes of DeepSeek: all three of them, or none.
pub(crate) fn deepseek_members(members: &[Value]) -> usize {
    let isolated = |index: usize| members.get(index).filter(|member| is_isolated(member)).and_then(regex);
    match (isolated(0), isolated(1), isolated(2)) {
        (Some(first), Some(second), Some(third)) if is_deepseek(first, second, third) => 3,
        _ => 0,
    }
}

fn split(pre_tokenizer: &Value) -> Result<Vec<Component>, String> {
    let Some(regex) = regex(pre_tokenizer) else {
        // A plain string is searched for byte by byte.
        return Ok(Vec::new());
    };
    let covers = is_isolated(pre_tokenizer) || is_inverted_removed(pre_tokenizer);
    let component = match recognize(regex) {
        Some(Grammar::Gpt2) => Component::Gpt2,
        // Other caps on the digits are recognised too, but run with a cap of three.
        Some(Grammar::Cl100k { digit_cap: 3 }) => Component::Cl100k,
        Some(Grammar::Cl100k { digit_cap: 1 }) => Component::Qwen,
        Some(Grammar::O200k) => Component::O200k,
        Some(Grammar::Tekken) => Component::Tekken,
        Some(Grammar::Kimi) => Component::Kimi,
        _ => return Err(format!("no native code for the split regex {regex:?}")),
    };
    if covers { Ok(vec![component]) } else { Err(format!("no native code for the split behavior of {regex:?}")) }
}

fn regex(pre_tokenizer: &Value) -> Option<&str> {
    pre_tokenizer.get("pattern")?.get("Regex")?.as_str()
}

fn is_isolated(pre_tokenizer: &Value) -> bool {
    behavior(pre_tokenizer) == Some(("Isolated", false))
}

/// The spelling of converted tiktoken files. The regexes match everywhere, so what the inverted match removes is empty.
fn is_inverted_removed(pre_tokenizer: &Value) -> bool {
    behavior(pre_tokenizer) == Some(("Removed", true))
}

fn behavior(pre_tokenizer: &Value) -> Option<(&str, bool)> {
    let behavior = pre_tokenizer.get("behavior")?.as_str()?;
    Some((behavior, pre_tokenizer.get("invert").and_then(Value::as_bool).unwrap_or(false)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn split_of(regex: &str, behavior: &str, invert: bool) -> Value {
        json!({ "type": "Split", "pattern": { "Regex": regex }, "behavior": behavior, "invert": invert })
    }

    #[test]
    fn known_regexes_are_native_where_they_cover_the_text() {
        let gpt2 = bitcannon::regexes::GPT2;
        assert_eq!(components(&split_of(gpt2, "Isolated", false)), Ok(vec![Component::Gpt2]));
        assert_eq!(components(&split_of(gpt2, "Removed", true)), Ok(vec![Component::Gpt2]));
        assert!(components(&split_of(gpt2, "Removed", false)).is_err());
        assert!(components(&split_of("a+|b", "Isolated", false)).is_err());
        let unbounded_digits = bitcannon::regexes::CL100K.replace(r"\p{N}{1,3}", r"\p{N}+");
        assert!(components(&split_of(&unbounded_digits, "Isolated", false)).is_err());
    }

    #[test]
    fn a_sequence_has_the_components_of_its_members() {
        let sequence = json!({ "type": "Sequence", "pretokenizers": [
            { "type": "Digits", "individual_digits": true },
            { "type": "ByteLevel", "add_prefix_space": false, "use_regex": true },
        ]});
        assert_eq!(components(&sequence), Ok(vec![Component::Gpt2, Component::Digits]));
        assert_eq!(components(&Value::Null), Ok(Vec::new()));
    }
}
