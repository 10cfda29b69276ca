//! What an agent's configuration says about us: what it starts, with which variables, and how long
//! it waits.

use serde_json::Value;

use crate::agent::Agent;
use crate::change::at;
use crate::edit::{self, NAME, Part};
use crate::format::Format;
use crate::server::Server;

/// Our entry, as this agent understands it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Command and arguments; empty if it connects over HTTP.
    pub words: Vec<String>,
    pub variables: Vec<(String, String)>,
    /// Names of variables that it passes on.
    pub passed: Vec<String>,
    /// Seconds that it waits for a call.
    pub limit: Option<u64>,
    pub is_enabled: bool,
}

/// What is known about a file of an agent.
pub struct Reading {
    pub entry: Option<Entry>,
    /// It has to say more so that the tools may be used.
    pub lacks_permission: bool,
    /// The setting that forbids the tools.
    pub denied_by: Option<&'static str>,
    /// It mentions our hook, but not in a way that this agent understands.
    pub has_odd_hook: bool,
}

impl Agent {
    /// What its file says.
    pub fn read(&self, number: usize, text: &str, server: &Server) -> Result<Reading, String> {
        let file = &self.files[number];
        let value = file.format.read(text)?;
        let edits = (file.edits)(server);
        let lacks = |part: Part| {
            let its: Vec<_> = edits.iter().filter(|edit| edit.part == part).cloned().collect();
            !edit::plan(&value, &its).ops.is_empty()
        };
        let ours = edits.iter().find_map(|edit| {
            let place = edit.path.iter().position(|key| key == NAME)?;
            at(&value, &edit.path[..=place])
        });
        Ok(Reading {
            entry: ours.map(|entry| self.entry(entry)),
            lacks_permission: lacks(Part::Permission),
            denied_by: denied_by(&value),
            has_odd_hook: file.format == Format::Json && mentions_hook(&value) && lacks(Part::Hook),
        })
    }

    fn entry(&self, value: &Value) -> Entry {
        let texts = |value: &Value| -> Vec<String> {
            let one = value.as_str().map(str::to_owned);
            let many = value.as_array().into_iter().flatten().filter_map(Value::as_str);
            one.into_iter().chain(many.map(str::to_owned)).collect()
        };
        let command = ["command", "cmd"].iter().find_map(|name| value.get(*name));
        let mut words = command.map(texts).unwrap_or_default();
        words.extend(texts(&value["args"]));
        let variables = ["env", "envs", "environment"].iter().filter_map(|name| value.get(*name));
        let variables = variables.filter_map(Value::as_object).flatten();
        let variable = |(name, value): (&String, &Value)| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            (name.clone(), text)
        };
        let limit = self.limit.and_then(|limit| {
            let set =
                value.get(limit.field).and_then(Value::as_u64).map(|set| set / limit.per_second);
            set.or(Some(limit.seconds))
        });
        Entry {
            words,
            variables: variables.map(variable).collect(),
            passed: texts(&value["env_vars"]),
            limit,
            is_enabled: value["disabled"] != true && value["enabled"] != false,
        }
    }
}

/// Lists of what may not be used, and of the only servers that may.
fn denied_by(value: &Value) -> Option<&'static str> {
    let list = |key: &str| key.split('.').try_fold(value, |value, key| value.get(key))?.as_array();
    let has = |key: &str, is: fn(&str) -> bool| {
        list(key).map(|list| list.iter().filter_map(Value::as_str).any(is))
    };
    let is_rule = |rule: &str| {
        rule == "mcp__*"
            || rule
                .strip_prefix("mcp__sayso")
                .is_some_and(|rest| rest.is_empty() || rest.starts_with("__"))
    };
    if has("permissions.deny", is_rule) == Some(true) {
        return Some("permissions.deny");
    }
    let excluded = ["mcp.excluded", "excludeMCPServers"].into_iter();
    let mut excluded = excluded.filter(|key| has(key, |name| name == NAME) == Some(true));
    let allowed = ["mcp.allowed", "allowMCPServers"].into_iter();
    let mut others = allowed.filter(|key| has(key, |name| name == NAME) == Some(false));
    excluded.next().or_else(|| others.next())
}

fn mentions_hook(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(NAME) && text.contains(" hook"),
        Value::Array(items) => items.iter().any(mentions_hook),
        Value::Object(fields) => fields.values().any(mentions_hook),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn reading(agent: &str, text: &str) -> Reading {
        let server = Server::new(Path::new("/opt/sayso"), None);
        Agent::by_id(agent).unwrap().read(0, text, &server).unwrap()
    }

    /// REQ: IN-2
    #[test]
    fn an_entry_is_read_as_its_agent_does() {
        let codex = "[mcp_servers.sayso]\ncommand = \"/a/sayso\"\nargs = [\"mcp\"]\nenv_vars = [\"DISPLAY\"]\nenv = { A = \"1\" }\ntool_timeout_sec = 20\n";
        let codex = reading("codex", codex);
        assert!(codex.lacks_permission);
        assert_eq!(
            codex.entry.unwrap(),
            Entry {
                words: vec!["/a/sayso".to_owned(), "mcp".to_owned()],
                variables: vec![("A".to_owned(), "1".to_owned())],
                passed: vec!["DISPLAY".to_owned()],
                limit: Some(20),
                is_enabled: true,
            }
        );
        let open = r#"{ "mcp": { "sayso": { "type": "local", "command": ["s", "mcp"], "enabled": false } } }"#;
        let open = reading("opencode", open).entry.unwrap();
        assert_eq!((open.words.join(" ").as_str(), open.is_enabled), ("s mcp", false));
        let gemini =
            r#"{ "mcpServers": { "sayso": { "command": "s", "trust": true, "timeout": 30000 } } }"#;
        let gemini = reading("gemini", gemini);
        assert_eq!((gemini.entry.unwrap().limit, gemini.lacks_permission), (Some(30), false));
        assert_eq!(reading("zed", "{}").entry, None);
    }

    /// REQ: IN-2
    #[test]
    fn a_rule_against_the_tools_is_noticed() {
        let server = Server::new(Path::new("/opt/sayso"), None);
        let claude = |text: &str| {
            Agent::by_id("claude-code").unwrap().read(1, text, &server).unwrap().denied_by
        };
        for rule in ["mcp__sayso", "mcp__sayso__*", "mcp__sayso__provide_choice", "mcp__*"] {
            let text = format!(r#"{{ "permissions": {{ "deny": ["Bash", "{rule}"] }} }}"#);
            assert_eq!(claude(&text), Some("permissions.deny"), "{rule}");
        }
        assert_eq!(claude(r#"{ "permissions": { "deny": ["mcp__saysomething"] } }"#), None);
        let gemini = |text| reading("gemini", text).denied_by;
        assert_eq!(gemini(r#"{ "mcp": { "excluded": ["sayso"] } }"#), Some("mcp.excluded"));
        assert_eq!(gemini(r#"{ "mcp": { "allowed": ["docs"] } }"#), Some("mcp.allowed"));
        assert_eq!(gemini(r#"{ "mcp": { "allowed": ["sayso"], "excluded": [] } }"#), None);
    }

    /// REQ: IN-1, IN-2
    #[test]
    fn an_entry_that_is_switched_off_is_switched_on() {
        let server = Server::new(Path::new("/opt/sayso"), None);
        for (agent, text) in [
            ("codex", "[mcp_servers.sayso]\nenabled = false\n"),
            ("zed", r#"{ "context_servers": { "sayso": { "enabled": false } } }"#),
            ("cursor", r#"{ "mcpServers": { "sayso": { "disabled": true, "url": "http://h" } } }"#),
            ("opencode", r#"{ "mcp": { "sayso": { "enabled": false } } }"#),
            ("goose", "extensions:\n  sayso:\n    enabled: false\n"),
        ] {
            assert!(!reading(agent, text).entry.unwrap().is_enabled, "{agent}");
            let file = &Agent::by_id(agent).unwrap().files[0];
            let plan = edit::plan(&file.format.read(text).unwrap(), &(file.edits)(&server));
            let after = crate::rewrite(file.format, text, &plan.ops).unwrap();
            assert!(reading(agent, &after).entry.unwrap().is_enabled, "{agent}: {after}");
        }
    }

    /// REQ: IN-1
    #[test]
    fn variables_that_a_person_passes_on_stay() {
        let text = "[mcp_servers.sayso]\nenv_vars = [\"MINE\", \"DISPLAY\"]\n";
        let server = Server::new(Path::new("/opt/sayso"), None);
        let file = &Agent::by_id("codex").unwrap().files[0];
        let plan = edit::plan(&file.format.read(text).unwrap(), &(file.edits)(&server));
        let after = crate::rewrite(file.format, text, &plan.ops).unwrap();
        let passed = reading("codex", &after).entry.unwrap().passed;
        assert_eq!(passed[..3], ["MINE", "DISPLAY", "WAYLAND_DISPLAY"]);
        assert_eq!(passed.iter().filter(|name| *name == "DISPLAY").count(), 1);
        let again = edit::plan(&file.format.read(&after).unwrap(), &(file.edits)(&server));
        assert!(again.ops.is_empty());
    }

    /// REQ: IN-2
    #[test]
    fn a_hook_in_the_shape_of_another_agent_is_noticed() {
        let odd = r#"{ "hooks": { "PreToolUse": [{ "hooks": [{ "command": "sayso hook" }] }] } }"#;
        assert!(reading("gemini", odd).has_odd_hook);
        assert!(!reading("gemini", "{}").has_odd_hook);
    }
}
