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
    fn a_hook_in_the_shape_of_another_agent_is_noticed() {
        let odd = r#"{ "hooks": { "PreToolUse": [{ "hooks": [{ "command": "sayso hook" }] }] } }"#;
        assert!(reading("gemini", odd).has_odd_hook);
        assert!(!reading("gemini", "{}").has_odd_hook);
    }
}
