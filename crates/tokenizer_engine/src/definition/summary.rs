use serde::Serialize;
use serde_json::Value;

/// Members of a `Sequence` stand under one of these keys, depending on the kind of component.
const MEMBER_KEYS: [&str; 4] = ["normalizers", "pretokenizers", "processors", "decoders"];

/// A component in one short line, such as `Sequence[Split, ByteLevel]`; `None` for an absent one.
pub(crate) fn component_summary(component: Option<&impl Serialize>) -> Option<String> {
    let value = serde_json::to_value(component?).ok()?;
    Some(summary_of(&value))
}

fn summary_of(value: &Value) -> String {
    let kind = value.get("type").and_then(Value::as_str).unwrap_or("unknown");
    match MEMBER_KEYS.iter().find_map(|key| value.get(key)?.as_array()) {
        Some(members) => {
            let members: Vec<String> = members.iter().map(summary_of).collect();
            format!("{kind}[{}]", members.join(", "))
        }
        None => kind.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_the_members_of_a_sequence() {
        let sequence = json!({ "type": "Sequence", "pretokenizers": [{ "type": "Split" }, { "type": "ByteLevel" }] });
        assert_eq!(component_summary(Some(&sequence)).as_deref(), Some("Sequence[Split, ByteLevel]"));
        assert_eq!(component_summary(None::<&Value>), None);
    }
}
