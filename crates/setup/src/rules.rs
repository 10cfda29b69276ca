//! Settings that forbid our tools although our entry is there: setup doesn't change them, because
//! somebody meant them.

use sayso_core::Dialect;
use serde_json::Value;

use crate::edit::NAME;

/// The key of the setting in these values that forbids the tools; `entry` is our entry and its
/// place.
pub(crate) fn denied_by(value: &Value, entry: Option<(&Value, String)>) -> Option<String> {
    let found = in_lists(value).or_else(|| in_switches(value));
    found.map(str::to_owned).or_else(|| {
        let (entry, place) = entry?;
        in_entry(entry).map(|field| format!("{place}.{field}"))
    })
}

/// Lists of what may not be used, and of the only servers that may.
fn in_lists(value: &Value) -> Option<&'static str> {
    let has = |key: &str, is: fn(&str) -> bool| {
        let list = key.split('.').try_fold(value, |value, key| value.get(key))?.as_array()?;
        Some(list.iter().filter_map(Value::as_str).any(is))
    };
    let is_rule = |rule: &str| {
        let rest = rule.strip_prefix("mcp__sayso");
        rule == "mcp__*" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("__"))
    };
    if has("permissions.deny", is_rule) == Some(true) {
        return Some("permissions.deny");
    }
    let mut excluded = ["mcp.excluded", "excludeMCPServers", "disabledMcpServers"].into_iter();
    let excluded = excluded.find(|key| has(key, |name| name == NAME) == Some(true));
    let mut allowed = ["mcp.allowed", "allowMCPServers"].into_iter();
    excluded.or_else(|| allowed.find(|key| has(key, |name| name == NAME) == Some(false)))
}

/// Switches by the names of tools, as OpenCode has them: `"sayso*": false`, `"*": "deny"`.
fn in_switches(value: &Value) -> Option<&'static str> {
    let is_off = |value: &Value| *value == false || value == "deny";
    ["tools", "permission"].into_iter().find(|key| {
        let Some(switches) = value.get(*key).and_then(Value::as_object) else { return false };
        let mut ours = switches.iter().filter(|(name, _)| name.starts_with(NAME)).peekable();
        match ours.peek() {
            Some(_) => ours.any(|(_, value)| is_off(value)),
            None => switches.get("*").is_some_and(is_off),
        }
    })
}

/// Lists of tools in our own entry.
fn in_entry(entry: &Value) -> Option<&'static str> {
    let list = |field: &str| {
        let list = entry.get(field)?.as_array()?;
        Some(list.iter().filter_map(Value::as_str).collect::<Vec<_>>())
    };
    // Where each is allowed or forbidden by name.
    let tools = Dialect::tools();
    let is_excluded = |field: &&str| {
        list(field).is_some_and(|names| tools.iter().any(|tool| names.contains(tool)))
    };
    // An empty list of the only tools is none in some agents, and all in others.
    let is_left_out = |field: &&str| {
        list(field).is_some_and(|names| {
            !names.is_empty() && tools.iter().any(|tool| !names.contains(tool))
        })
    };
    let excluded = ["excludeTools", "disabled_tools", "disabledTools"].into_iter();
    let only = ["includeTools", "enabled_tools", "available_tools"].into_iter();
    excluded.clone().find(is_excluded).or_else(|| only.clone().find(is_left_out))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn denied(value: Value) -> Option<String> {
        denied_by(&value, None)
    }

    /// REQ: IN-2
    #[test]
    fn a_rule_against_the_tools_is_noticed() {
        for rule in ["mcp__sayso", "mcp__sayso__*", "mcp__sayso__provide_choice", "mcp__*"] {
            let found = denied(json!({ "permissions": { "deny": ["Bash", rule] } }));
            assert_eq!(found.as_deref(), Some("permissions.deny"), "{rule}");
        }
        for (value, key) in [
            (json!({ "mcp": { "excluded": ["sayso"] } }), "mcp.excluded"),
            (json!({ "mcp": { "allowed": ["docs"] } }), "mcp.allowed"),
            (json!({ "disabledMcpServers": ["sayso"] }), "disabledMcpServers"),
            (json!({ "tools": { "sayso*": false } }), "tools"),
            (json!({ "permission": { "*": "deny", "edit": "allow" } }), "permission"),
        ] {
            assert_eq!(denied(value.clone()).as_deref(), Some(key), "{value}");
        }
        for value in [
            json!({ "permissions": { "deny": ["mcp__saysomething"] } }),
            json!({ "mcp": { "allowed": ["sayso"], "excluded": [] } }),
            json!({ "permission": { "*": "deny", "sayso_*": "allow" }, "tools": { "bash": false } }),
        ] {
            assert_eq!(denied(value.clone()), None, "{value}");
        }
    }

    /// REQ: IN-2
    #[test]
    fn tools_that_the_entry_itself_leaves_out_are_noticed() {
        let field = |entry: Value| denied_by(&json!({}), Some((&entry, "mcpServers.sayso".into())));
        let excluded = field(json!({ "excludeTools": ["provide_choice"] }));
        assert_eq!(excluded.as_deref(), Some("mcpServers.sayso.excludeTools"));
        let only = field(json!({ "enabled_tools": ["provide_choice"] }));
        assert_eq!(only.as_deref(), Some("mcpServers.sayso.enabled_tools"));
        assert_eq!(
            field(json!({ "includeTools": Dialect::tools(), "excludeTools": ["other"] })),
            None
        );
        assert_eq!(field(json!({ "available_tools": [] })), None);
    }
}
