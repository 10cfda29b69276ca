//! Our entry in an agent's configuration: what it starts or calls, with which variables, and how
//! long it waits.

use sayso_agents::ConfigPart;
use serde_json::Value;

use crate::change::at;
use crate::edit;
use crate::file::AgentFile;
use crate::format::Format;
use crate::server::ServerCommand;

/// Our entry, as this agent understands it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerEntry {
    pub connection: EntryTransport,
    pub variables: Vec<(String, String)>,
    /// Names of variables that it passes on.
    pub passed: Vec<String>,
    /// Seconds that it waits for a call.
    pub limit: Option<u64>,
    pub is_enabled: bool,
}

/// How the agent reaches us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryTransport {
    /// Starts this: command and arguments; empty if the entry says neither this nor a URL.
    Starts(Vec<String>),
    /// Calls this URL with these headers.
    Calls { url: String, headers: Vec<(String, String)> },
}

/// What is known about the values of a file.
pub(crate) struct Reading {
    pub entry: Option<ServerEntry>,
    /// It has to say more so that the tools may be used.
    pub lacks_permission: bool,
}

/// Fields with the URL of a server.
pub(crate) const URLS: [&str; 4] = ["url", "uri", "httpUrl", "serverUrl"];

impl AgentFile {
    /// What it says. `variable` is what it would put in place of `${NAME}`.
    pub(crate) fn read(
        self,
        value: &Value,
        server: &ServerCommand,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Reading {
        let edits = self.edits(server);
        let lacks = |part: ConfigPart| {
            let its: Vec<_> = edits.iter().filter(|edit| edit.part == part).cloned().collect();
            !edit::plan(value, &its).ops.is_empty()
        };
        let ours = self.entry_path().and_then(|path| at(value, &path));
        let expanded = |text: &str| match self.format {
            Format::Json => expand(text, variable),
            // The agents with these formats take every text as it is.
            Format::Toml | Format::Yaml => text.to_owned(),
        };
        Reading {
            entry: ours.map(|entry| self.entry(entry, &expanded, variable)),
            lacks_permission: lacks(ConfigPart::Permission),
        }
    }

    fn entry(
        self,
        value: &Value,
        expanded: &dyn Fn(&str) -> String,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> ServerEntry {
        let texts = |value: &Value| -> Vec<String> {
            let one = value.as_str().map(expanded);
            let many = value.as_array().into_iter().flatten().filter_map(Value::as_str);
            one.into_iter().chain(many.map(expanded)).collect()
        };
        let pairs = |names: &[&str]| -> Vec<(String, String)> {
            let found = names.iter().filter_map(|name| value.get(*name));
            let fields = found.filter_map(Value::as_object).flatten();
            let pair = |(name, value): (&String, &Value)| {
                let text = value.as_str().map_or_else(|| value.to_string(), expanded);
                (name.clone(), text)
            };
            fields.map(pair).collect()
        };
        let command = ["command", "cmd"].iter().find_map(|name| value.get(*name));
        let mut words = command.map(texts).unwrap_or_default();
        words.extend(texts(&value["args"]));
        let url = URLS.iter().find_map(|name| value.get(*name)?.as_str());
        let connection = match url.filter(|_| command.is_none()) {
            None => EntryTransport::Starts(words),
            Some(url) => {
                let mut headers = pairs(&["headers", "http_headers"]);
                // Codex names the variables in which the values are.
                let named = pairs(&["env_http_headers"]).into_iter();
                headers.extend(named.filter_map(|(name, from)| Some((name, variable(&from)?))));
                let bearer = value["bearer_token_env_var"].as_str().and_then(variable);
                let bearer = bearer.map(|token| format!("Bearer {token}"));
                headers.extend(bearer.map(|value| ("Authorization".to_owned(), value)));
                EntryTransport::Calls { url: expanded(url), headers }
            }
        };
        let limit = self.agent.limit.and_then(|limit| {
            let set =
                value.get(limit.field).and_then(Value::as_u64).map(|set| set / limit.per_second);
            set.or(self.agent.client.hard)
        });
        ServerEntry {
            connection,
            variables: pairs(&["env", "envs", "environment"]),
            passed: texts(&value["env_vars"]),
            limit,
            is_enabled: value["disabled"] != true && value["enabled"] != false,
        }
    }
}

/// With the values of `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `{env:NAME}`; what is not
/// known stays.
fn expand(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some((before, name, after)) = reference(rest) {
        let (name, default) = match name.split_once(":-") {
            Some((name, default)) => (name, Some(default.to_owned())),
            None => (name, None),
        };
        let value = variable(name.strip_prefix("env:").unwrap_or(name)).or(default);
        let whole = &rest[before.len()..rest.len() - after.len()];
        done.push_str(before);
        done.push_str(value.as_deref().unwrap_or(whole));
        rest = after;
    }
    done + rest
}

/// The first reference to a variable: what is before it, its inside, and what is after it.
fn reference(text: &str) -> Option<(&str, &str, &str)> {
    let starts = ["${", "{env:"].iter().filter_map(|mark| text.find(mark));
    let start = starts.min()?;
    let opened = start + text[start..].find('{')? + 1;
    let closed = opened + text[opened..].find('}')?;
    Some((&text[..start], &text[opened..closed], &text[closed + 1..]))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::file::file_of;

    fn reading(agent: &str, text: &str) -> Reading {
        let server = ServerCommand::new(Path::new("/opt/sayso"), None);
        let file = file_of(agent, 0);
        let value = file.format.read(text).unwrap();
        let variable = |name: &str| (name == "TOKEN").then(|| "secret".to_owned());
        file.read(&value, &server, &variable)
    }

    /// REQ: IN-2
    #[test]
    fn an_entry_is_read_as_its_agent_does() {
        let codex = "[mcp_servers.sayso]\ncommand = \"/a/sayso\"\nargs = [\"mcp\"]\nenv_vars = [\"DISPLAY\"]\nenv = { A = \"1\" }\ntool_timeout_sec = 20\n";
        let codex = reading("codex", codex);
        assert!(codex.lacks_permission);
        assert_eq!(
            codex.entry.unwrap(),
            ServerEntry {
                connection: EntryTransport::Starts(vec!["/a/sayso".to_owned(), "mcp".to_owned()]),
                variables: vec![("A".to_owned(), "1".to_owned())],
                passed: vec!["DISPLAY".to_owned()],
                limit: Some(20),
                is_enabled: true,
            }
        );
        let open = r#"{ "mcp": { "sayso": { "type": "local", "command": ["s", "mcp"], "enabled": false } } }"#;
        let open = reading("opencode", open).entry.unwrap();
        let words = EntryTransport::Starts(vec!["s".to_owned(), "mcp".to_owned()]);
        assert_eq!((open.connection, open.is_enabled), (words, false));
        let gemini =
            r#"{ "mcpServers": { "sayso": { "command": "s", "trust": true, "timeout": 30000 } } }"#;
        let gemini = reading("gemini", gemini);
        assert_eq!((gemini.entry.unwrap().limit, gemini.lacks_permission), (Some(30), false));
        assert_eq!(reading("zed", "{}").entry, None);
    }

    /// REQ: IN-2
    #[test]
    fn an_entry_over_http_has_its_headers() {
        let calls = |agent: &str, text: &str| match reading(agent, text).entry.unwrap().connection {
            EntryTransport::Calls { url, headers } => (url, headers),
            EntryTransport::Starts(words) => panic!("{words:?}"),
        };
        let (url, headers) = calls(
            "claude-code",
            r#"{ "mcpServers": { "sayso": { "type": "http", "url": "http://${NOBODY:-localhost}/mcp", "headers": { "Authorization": "Bearer ${TOKEN}" } } } }"#,
        );
        assert_eq!(url, "http://localhost/mcp");
        assert_eq!(headers, [("Authorization".to_owned(), "Bearer secret".to_owned())]);
        let (_, headers) = calls(
            "codex",
            "[mcp_servers.sayso]\nurl = \"http://h/mcp\"\nbearer_token_env_var = \"TOKEN\"\n",
        );
        assert_eq!(headers, [("Authorization".to_owned(), "Bearer secret".to_owned())]);
        assert_eq!(
            expand("a {env:TOKEN} ${env:TOKEN} ${X} ${", &|name| {
                (name == "TOKEN").then(|| "b".to_owned())
            }),
            "a b b ${X} ${"
        );
    }

    /// REQ: IN-1, IN-2
    #[test]
    fn an_entry_that_is_switched_off_is_switched_on() {
        let server = ServerCommand::new(Path::new("/opt/sayso"), None);
        for (agent, text) in [
            ("codex", "[mcp_servers.sayso]\nenabled = false\n"),
            ("zed", r#"{ "context_servers": { "sayso": { "enabled": false } } }"#),
            ("cursor", r#"{ "mcpServers": { "sayso": { "disabled": true, "url": "http://h" } } }"#),
            ("opencode", r#"{ "mcp": { "sayso": { "enabled": false } } }"#),
            ("goose", "extensions:\n  sayso:\n    enabled: false\n"),
        ] {
            assert!(!reading(agent, text).entry.unwrap().is_enabled, "{agent}");
            let file = file_of(agent, 0);
            let plan = edit::plan(&file.format.read(text).unwrap(), &file.edits(&server));
            let after = crate::rewrite(file.format, text, &plan.ops).unwrap();
            assert!(reading(agent, &after).entry.unwrap().is_enabled, "{agent}: {after}");
        }
    }

    /// REQ: IN-1
    #[test]
    fn variables_that_a_person_passes_on_stay() {
        let text = "[mcp_servers.sayso]\nenv_vars = [\"MINE\", \"DISPLAY\"]\n";
        let server = ServerCommand::new(Path::new("/opt/sayso"), None);
        let file = file_of("codex", 0);
        let plan = edit::plan(&file.format.read(text).unwrap(), &file.edits(&server));
        let after = crate::rewrite(file.format, text, &plan.ops).unwrap();
        let passed = reading("codex", &after).entry.unwrap().passed;
        assert_eq!(passed[..3], ["MINE", "DISPLAY", "WAYLAND_DISPLAY"]);
        assert_eq!(passed.iter().filter(|name| *name == "DISPLAY").count(), 1);
        let again = edit::plan(&file.format.read(&after).unwrap(), &file.edits(&server));
        assert!(again.ops.is_empty());
    }
}
