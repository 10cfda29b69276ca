//! Codex's trust in hooks: it runs those that a person has confirmed with `/hooks`, as they were
//! then. It remembers a hash of each in `config.toml`, by the hook's place in `hooks.json`; a hook
//! without the right one is skipped without a word.

use std::path::Path;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// A hook's place in `hooks.json`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HookPlace {
    pub group: usize,
    pub hook: usize,
}

/// Whether the hook is confirmed as it is now. `paths` are the names of `hooks.json` that Codex may
/// use: as it is called, and without links.
pub(crate) fn is_trusted(
    config: &Value,
    paths: &[&Path],
    event: &str,
    group: &Value,
    place: HookPlace,
) -> bool {
    let event = &in_snake_case(event);
    let hash = hash(event, group, &group["hooks"][place.hook]);
    paths.iter().any(|path| {
        let HookPlace { group, hook } = place;
        let key = format!("{}:{event}:{group}:{hook}", path.display());
        let state = &config["hooks"]["state"][key];
        state["trusted_hash"] == hash && state["enabled"] != false
    })
}

/// As Codex 0.166 computes it: the SHA-256 of its own reading of the hook, as JSON with sorted keys.
fn hash(event: &str, group: &Value, hook: &Value) -> String {
    let mut fields = Map::new();
    fields.insert("async".to_owned(), (hook["async"] == true).into());
    fields.insert("command".to_owned(), hook["command"].clone());
    let message = hook.get("statusMessage").filter(|message| message.is_string());
    fields.extend(message.map(|message| ("statusMessage".to_owned(), message.clone())));
    fields.insert("timeout".to_owned(), hook["timeout"].as_u64().unwrap_or(600).into());
    fields.insert("type".to_owned(), "command".into());
    let mut whole = json!({ "event_name": event, "hooks": [fields] });
    if let Some(matcher) = group.get("matcher").filter(|matcher| matcher.is_string()) {
        whole["matcher"] = matcher.clone();
    }
    let text = sorted(&whole).to_string();
    format!("sha256:{}", data_encoding::HEXLOWER.encode(&Sha256::digest(text)))
}

/// `PreToolUse` as `pre_tool_use`.
fn in_snake_case(event: &str) -> String {
    let mut name = String::new();
    for letter in event.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            fields.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect()
        }
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hashes are those that Codex 0.166.0 itself names (`hooks/list` of its app server).
    /// REQ: IN-2
    #[test]
    fn a_hook_has_the_hash_that_codex_gives_it() {
        let group = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        for (text, expected) in [
            (
                r#"{"matcher": "*", "hooks": [{"type": "command", "command": "sayso hook --limit 330", "timeout": 330}]}"#,
                "sha256:4d1ea2214b5701b13552b8e01da9a7bac4dc6cf535e572c5154b8e981f254dbf",
            ),
            (
                r#"{"hooks": [{"type": "command", "command": "a sayso hook"}]}"#,
                "sha256:5664188037282c0efe8a7e6342157246f08c43019c97efa159f7f03055786d67",
            ),
            (
                r#"{"hooks": [{"type": "command", "command": "b", "statusMessage": "hm", "async": false, "timeout": 5, "foo": 1}]}"#,
                "sha256:e98cf0832e869790a5bf721a3a59eafc4452ac06f13c64952374ce916218a673",
            ),
        ] {
            let group = group(text);
            assert_eq!(in_snake_case("PreToolUse"), "pre_tool_use");
            assert_eq!(hash("pre_tool_use", &group, &group["hooks"][0]), expected, "{text}");
        }
    }
}
