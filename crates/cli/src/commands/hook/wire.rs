//! What agents send to their hooks: a proposed tool use, in any of the known formats.

use sayso_guard::ToolUse;
use serde_json::{Map, Value, json};

use super::client::{Client, needs_no_decision};

/// A tool use as an agent proposes it.
#[derive(Debug)]
pub struct Proposal {
    pub client: Client,
    /// The agent's name for this event; the decision repeats it.
    pub event: String,
    pub agent: String,
    pub tool_use: ToolUse,
    /// The agent's name for this tool use, which is unique among its sessions; the same for all of its
    /// hooks.
    pub call: Option<String>,
    /// The purpose, according to the agent.
    pub purpose: Option<String>,
}

impl Proposal {
    /// `None` for other events of the agent, which need no decision. `client` is the required
    /// format; if `None`, it is detected by the fields.
    pub fn read(
        text: &[u8],
        client: Option<Client>,
        is_set: impl Fn(&str) -> bool,
    ) -> Result<Option<Proposal>, String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| format!("it is not JSON: {error}"))?;
        let Value::Object(fields) = value else {
            return Err("it is not a JSON object".to_owned());
        };
        let event = fields.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
        if needs_no_decision(event) {
            return Ok(None);
        }
        let Some(client) = client.or_else(|| Client::of(&fields, is_set)) else {
            return Err(unknown(event));
        };
        let (tool, input) = match client {
            Client::Plain => ("tool", "input"),
            Client::ClaudeCode | Client::Codex | Client::Gemini | Client::Qwen => {
                ("tool_name", "tool_input")
            }
        };
        let tool = filled(&fields, tool).ok_or_else(|| format!("`{tool}` is missing"))?;
        let input = fields.get(input).cloned().unwrap_or(Value::Null);
        let named = filled(&fields, "agent").filter(|_| client == Client::Plain);
        let purpose = input.get("description").and_then(Value::as_str).map(str::to_owned);
        let directory = filled(&fields, "cwd");
        let call = filled(&fields, "session_id").zip(filled(&fields, "tool_use_id"));
        Ok(Some(Proposal {
            client,
            event: if event.is_empty() { "PreToolUse" } else { event }.to_owned(),
            agent: named.unwrap_or_else(|| client.title().to_owned()),
            tool_use: ToolUse { tool, input, directory },
            call: call.map(|call| json!(call).to_string()),
            purpose,
        }))
    }
}

fn unknown(event: &str) -> String {
    let what = match event {
        "" => "it has neither `hook_event_name` nor `tool`".to_owned(),
        event => format!("the event `{event}` is not known"),
    };
    format!(
        "{what}; `sayso hook` serves PreToolUse (Claude Code, Codex, Qwen Code), BeforeTool (Gemini \
         CLI) and {{\"tool\", \"input\"}}; `--agent` says which of them it is"
    )
}

fn filled(fields: &Map<String, Value>, name: &str) -> Option<String> {
    let text = fields.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
