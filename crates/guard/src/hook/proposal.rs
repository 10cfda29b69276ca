//! An agent's input to its hook: a proposed tool use, in any of the known formats.

use sayso_agents::Agent;
use serde_json::{Map, Value, json};

use super::format::{HookFormat, needs_no_decision};
use crate::ToolUse;

/// A tool use as an agent proposes it.
#[derive(Debug)]
pub struct ToolProposal {
    pub format: HookFormat,
    /// The agent's name for this event; the decision repeats it.
    pub event: String,
    pub agent: String,
    pub tool_use: ToolUse,
    /// The agent's name for this tool use, which is unique among its sessions; the same for all of its
    /// hooks.
    pub call: Option<String>,
    /// Its name for its session.
    pub session: Option<String>,
    /// The purpose, according to the agent.
    pub purpose: Option<String>,
}

impl ToolProposal {
    /// `None` for other events of the agents, which need no decision. `format` is the required one; if
    /// `None`, it is detected by the fields.
    pub fn read(
        agents: &[&'static Agent],
        text: &[u8],
        format: Option<HookFormat>,
        is_set: &dyn Fn(&str) -> bool,
    ) -> Result<Option<ToolProposal>, String> {
        let value: Value =
            serde_json::from_slice(text).map_err(|error| format!("it is not JSON: {error}"))?;
        let Value::Object(fields) = value else {
            return Err("it is not a JSON object".to_owned());
        };
        let event = fields.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
        if needs_no_decision(agents, event) {
            return Ok(None);
        }
        let Some(format) = format.or_else(|| HookFormat::of(agents, &fields, is_set)) else {
            return Err(unknown(agents, event));
        };
        let (tool, input) = format.fields();
        let tool = filled(&fields, tool).ok_or_else(|| format!("`{tool}` is missing"))?;
        let input = fields.get(input).cloned().unwrap_or(Value::Null);
        let named = match format {
            HookFormat::Agent(..) => None,
            HookFormat::Plain => filled(&fields, "agent"),
        };
        let purpose = input.get("description").and_then(Value::as_str).map(str::to_owned);
        let directory = filled(&fields, "cwd");
        let session = filled(&fields, "session_id");
        let call = session.clone().zip(filled(&fields, "tool_use_id"));
        Ok(Some(ToolProposal {
            format,
            event: if event.is_empty() { "PreToolUse" } else { event }.to_owned(),
            agent: named.unwrap_or_else(|| format.title().to_owned()),
            tool_use: ToolUse { tool, input, directory },
            call: call.map(|call| json!(call).to_string()),
            session,
            purpose,
        }))
    }
}

fn unknown(agents: &[&'static Agent], event: &str) -> String {
    let what = match event {
        "" => "it has neither `hook_event_name` nor `tool`".to_owned(),
        event => format!("the event `{event}` is not known"),
    };
    format!(
        "{what}; `sayso hook` serves {} and {{\"tool\", \"input\"}}; `--agent` says which of them it \
         is",
        served(agents)
    )
}

/// The events that need a decision, and whose they are.
fn served(agents: &[&'static Agent]) -> String {
    let mut served: Vec<(&str, Vec<&str>)> = Vec::new();
    for agent in agents {
        let Some(event) = agent.hook.and_then(|hook| hook.events.first()) else { continue };
        match served.iter_mut().find(|(name, _)| *name == event.name) {
            Some((_, names)) => names.push(agent.name),
            None => served.push((event.name, vec![agent.name])),
        }
    }
    let served = served.iter().map(|(event, names)| format!("{event} ({})", names.join(", ")));
    served.collect::<Vec<_>>().join(", ")
}

pub(super) fn filled(fields: &Map<String, Value>, name: &str) -> Option<String> {
    let text = fields.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use sayso_agents::AGENTS;

    use super::*;

    #[test]
    fn what_is_served_is_said_by_event() {
        assert_eq!(
            served(AGENTS),
            "PreToolUse (Claude Code, Codex, Qwen Code), BeforeTool (Gemini CLI)"
        );
    }
}
